package io.iamplane.change;

import io.iamplane.change.ExpectedTenants.Expected;
import io.iamplane.change.PendingWrite.Way;
import io.iamplane.shared.OrganizationId;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The tenants that one transaction has locked. Belongs to the transaction, not to a thread. */
final class OpenTenants {

  private final Map<OrganizationId, TenantChanges> tenants = new LinkedHashMap<>();
  private @Nullable OrganizationId grouped;
  private boolean isSealing;
  private Way way = Way.FIRST;

  /** The states to restore if a part of the transaction is undone. */
  record Mark(Map<OrganizationId, TenantChanges.State> states) {}

  Optional<TenantChanges> of(OrganizationId organization) {
    return Optional.ofNullable(tenants.get(organization));
  }

  /** The expected state of a tenant; null if its state was read from the database. */
  @Nullable Expected base(OrganizationId organization) {
    TenantChanges tenant = tenants.get(organization);
    return tenant == null ? null : tenant.base();
  }

  /**
   * The transaction takes changes of this tenant along, which are sealed at its end.
   *
   * @param first how the first of them is carried out
   */
  void group(OrganizationId organization, Way first) {
    grouped = organization;
    way = first;
  }

  /** Returns true if the transaction repeats one change alone, after its group came to nothing. */
  boolean isRepeated() {
    return way == Way.ALONE;
  }

  boolean isGrouped() {
    return grouped != null;
  }

  /** Returns true if the first change of a group may start from an expected state. */
  boolean mayExpect(OrganizationId organization) {
    return organization.equals(grouped) && way == Way.FIRST && tenants.isEmpty();
  }

  boolean isSealedAtEnd(Change<?> change) {
    return !change.readsHistory() && change.organization().equals(grouped);
  }

  /**
   * Returns true if a tenant is locked for a change of another tenant's group; its own writers wait
   * for the end of that group.
   */
  boolean isBorrowing() {
    return tenants.keySet().stream().anyMatch(organization -> !organization.equals(grouped));
  }

  /** Counts the effects that wait to be sealed. */
  int unsealedEffects() {
    return tenants.values().stream().mapToInt(TenantChanges::unsealedEffects).sum();
  }

  void add(TenantChanges tenant) {
    tenants.put(tenant.organization(), tenant);
  }

  Collection<TenantChanges> all() {
    return tenants.values();
  }

  /** Seals the open changes before the present one. */
  void seal(TenantChanges tenant, Consumer<TenantChanges> sealer) {
    isSealing = true;
    sealer.accept(tenant);
    isSealing = false;
  }

  /** Returns true if the present change failed during that, which need not be its own fault. */
  boolean isSealing() {
    return isSealing;
  }

  Mark mark() {
    Map<OrganizationId, TenantChanges.State> states = new LinkedHashMap<>();
    tenants.forEach((organization, tenant) -> states.put(organization, tenant.mark()));
    return new Mark(states);
  }

  /** Forgets everything after the mark; the database gave up the locks taken since. */
  void returnTo(Mark mark) {
    isSealing = false;
    tenants.keySet().retainAll(mark.states().keySet());
    mark.states()
        .forEach((organization, state) ->
            Objects.requireNonNull(tenants.get(organization)).returnTo(state));
  }
}
