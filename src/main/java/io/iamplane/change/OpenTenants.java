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

  /** What is to come back when a part of the transaction is undone. */
  record Mark(Map<OrganizationId, TenantChanges.State> states) {}

  Optional<TenantChanges> of(OrganizationId organization) {
    return Optional.ofNullable(tenants.get(organization));
  }

  /** Where a tenant was expected to stand; null when that was looked up. */
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

  /** Whether the one change of the transaction is done again, after a group came to nothing. */
  boolean isRepeated() {
    return way == Way.ALONE;
  }

  boolean isGrouped() {
    return grouped != null;
  }

  /** Whether the first change of a group may start from where its tenant is expected to stand. */
  boolean mayExpect(OrganizationId organization) {
    return organization.equals(grouped) && way == Way.FIRST && tenants.isEmpty();
  }

  boolean isSealedAtEnd(Change<?> change) {
    return !change.readsHistory() && change.organization().equals(grouped);
  }

  /** Whether a tenant is locked whose own writers wait for the end of another one's changes. */
  boolean isBorrowing() {
    return tenants.keySet().stream().anyMatch(organization -> !organization.equals(grouped));
  }

  /** How many effects of changes wait to be sealed. */
  int unsealedEffects() {
    return tenants.values().stream().mapToInt(TenantChanges::unsealedEffects).sum();
  }

  void add(TenantChanges tenant) {
    tenants.put(tenant.organization(), tenant);
  }

  Collection<TenantChanges> all() {
    return tenants.values();
  }

  /** Seals what changes before the present one left open. */
  void seal(TenantChanges tenant, Consumer<TenantChanges> sealer) {
    isSealing = true;
    sealer.accept(tenant);
    isSealing = false;
  }

  /** Whether the present change failed in that, which need be no fault of its own. */
  boolean isSealing() {
    return isSealing;
  }

  Mark mark() {
    Map<OrganizationId, TenantChanges.State> states = new LinkedHashMap<>();
    tenants.forEach((organization, tenant) -> states.put(organization, tenant.mark()));
    return new Mark(states);
  }

  /** Forgets what came after the mark; the database gave up locks that were taken since. */
  void returnTo(Mark mark) {
    isSealing = false;
    tenants.keySet().retainAll(mark.states().keySet());
    mark.states()
        .forEach((organization, state) ->
            Objects.requireNonNull(tenants.get(organization)).returnTo(state));
  }
}
