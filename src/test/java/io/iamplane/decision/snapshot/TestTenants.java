package io.iamplane.decision.snapshot;

import io.iamplane.decision.engine.PolicySnapshot;
import io.iamplane.decision.engine.SnapshotBuilder;
import io.iamplane.decision.engine.fact.FactChange;
import io.iamplane.decision.engine.fact.SubjectFact;
import io.iamplane.directory.organization.Organization;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.SubjectRef;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** Policies of tenants that exist in memory only. */
public final class TestTenants {

  private TestTenants() {}

  static OrganizationId organization(int number) {
    return new OrganizationId(new UUID(0, number));
  }

  static TenantPolicy policy(OrganizationId id, long version) {
    return policy(id, version, 1, Organization.Status.ACTIVE);
  }

  static TenantPolicy policy(
      OrganizationId id, long version, int users, Organization.Status status) {
    SnapshotBuilder builder = PolicySnapshot.builder();
    for (int i = 0; i < users; i++) {
      builder.add(new SubjectFact(new SubjectRef(SubjectRef.USER, "u" + i), null, true, Map.of()));
    }
    return policy(id, builder.build(version), status);
  }

  /** One that remembers so many names beyond those of its load that a fresh one is due. */
  static TenantPolicy worn(OrganizationId id, long version) {
    TenantPolicy loaded = policy(id, version - 1);
    List<FactChange> users = new ArrayList<>();
    for (int i = 0; i < 120_000; i++) {
      users.add(
          FactChange.added(
              new SubjectFact(new SubjectRef(SubjectRef.USER, "w" + i), null, true, Map.of())));
    }
    return loaded.at(loaded.snapshot().apply(version, users));
  }

  /** A tenant with that snapshot, and no applications of its own. */
  public static TenantPolicy policy(
      OrganizationId id, PolicySnapshot snapshot, Organization.Status status) {
    return new TenantPolicy(
        new Organization(
            id, "key", "Name", Organization.Kind.TENANT, status, 1, Instant.ofEpochSecond(0)),
        new TenantApplications(Map.of()),
        snapshot,
        TokenFloors.of(Map.of()),
        List.of());
  }
}
