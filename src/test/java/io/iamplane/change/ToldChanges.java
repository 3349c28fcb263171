package io.iamplane.change;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.directory.user.User;
import io.iamplane.shared.OrganizationId;
import jakarta.inject.Singleton;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** Hears the changes of chosen tenants as every listener does. */
@Singleton
class ToldChanges implements PolicyChangeListener {

  private final Map<OrganizationId, List<Told>> tenants = new ConcurrentHashMap<>();

  private record Told(long version, List<PolicyChange> changes) {}

  /** Hears a tenant from now on. */
  void hear(OrganizationId organization) {
    tenants.putIfAbsent(organization, new CopyOnWriteArrayList<>());
  }

  void forget() {
    tenants.clear();
  }

  @Override
  public void committed(OrganizationId organization, long version, List<PolicyChange> changes) {
    List<Told> told = tenants.get(organization);
    if (told != null) {
      told.add(new Told(version, changes));
    }
  }

  /** The versions that were told of, each of them once. */
  List<Long> versions(OrganizationId organization) {
    List<Long> versions = tenants.get(organization).stream().map(Told::version).toList();
    assertThat(versions).as("versions told of").doesNotHaveDuplicates();
    return versions;
  }

  /**
   * Requires that each confirmed user was told of once, and no user that is not there.
   *
   * @param confirmed their external ids
   * @param there the external ids of all; some may be of changes with an unknown outcome
   */
  void assertUsers(
      OrganizationId organization, Collection<String> confirmed, Collection<String> there) {
    versions(organization);
    List<String> users =
        tenants.get(organization).stream()
            .flatMap(told -> told.changes().stream())
            .map(PolicyChange::after)
            .filter(User.class::isInstance)
            .map(after -> String.valueOf(((User) after).externalId()))
            .toList();
    assertThat(users)
        .as("users told of")
        .doesNotHaveDuplicates()
        .containsAll(confirmed)
        .isSubsetOf(there);
  }
}
