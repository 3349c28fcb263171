package io.iamplane.grant;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.SubjectRef;
import io.iamplane.testing.PlanAssert;
import io.iamplane.testing.Plans;
import io.iamplane.testing.TestPlatform;
import io.iamplane.testing.Volume;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Reads of the rules under the tenant's lock do not grow with the number of grants. */
@QuarkusTest
class GrantRuleReadsDbTest {

  private static final SubjectRef HEAVY =
      new SubjectRef(SubjectRef.USER, Volume.uuid(Volume.HEAVY).toString());

  @Inject GrantService grants;
  @Inject GrantQuery list;
  @Inject Plans plans;
  @Inject TestPlatform platform;

  private OrganizationId tenant;

  @BeforeEach
  void manyGrants() throws SQLException {
    tenant = platform.tenant().id();
    new Volume(tenant).grants(3_000);
  }

  @Test
  void aRoleInUseIsKnownByOneGrant() {
    Instant now = Instant.parse("2026-01-01T00:00:00Z");
    assertThat(list.anyOfRole(tenant, Volume.HALF, now)).isPresent();
    assertThat(list.anyOfRole(tenant, "docs:nobody", now)).isEmpty();
    for (String role : List.of(Volume.HALF, "docs:role3")) {
      Plans.Plan plan = plans.of(GrantQuery.ANY_OF_ROLE, tenant.value(), role, now);
      assertThat(plan.nodes())
          .as(plan.text())
          .startsWith("Limit")
          .doesNotContain("Sort", "Seq Scan");
    }
    assertThat(plans.of(GrantQuery.ANY_OF_ROLE, tenant.value(), "docs:nobody", now).indexes())
        .isNotEmpty()
        .allMatch(index -> index.startsWith("iam_grants_by_privilege"));
  }

  @Test
  void deniedRolesAreARangeOfThePrivileges() {
    assertThat(grants.deniedRoles(tenant, List.of(Volume.HALF, "docs:role1"))).isEmpty();
    Plans.Plan plan =
        plans.of(
            GrantQuery.DENIED_ROLES, tenant.value(), new String[] {"docs:role1", "docs:role3"});
    assertThat(plan.indexes()).as(plan.text()).isNotEmpty();
    assertThat(plan.indexes()).allMatch(index -> index.startsWith("iam_grants_by_privilege"));
  }

  @Test
  void whatIsLikeAGrantIsLimited() {
    Grant unscoped = grant("docs:role1", null);
    assertThat(grants.alike(tenant, unscoped, 10))
        .hasSize(10)
        .allMatch(grant -> grant.subject().equals(HEAVY) && grant.resource() == null)
        .allMatch(grant -> grant.privilegeKey().equals("docs:role1"));
    Grant scoped = grant("docs:role1", new SubjectRef("doc", "d21"));
    assertThat(grants.alike(tenant, scoped, 10))
        .isNotEmpty()
        .allMatch(grant -> new SubjectRef("doc", "d21").equals(grant.resource()));
    assertThat(grants.alike(tenant, grant(Volume.HALF, null), 10)).isEmpty();
    for (Grant each : List.of(unscoped, scoped)) {
      Plans.Plan plan = plans.of(GrantQuery.alikeQuery(tenant, each, 100));
      PlanAssert.readsOneOf(
          plan,
          "iam_grants_by_subject",
          "iam_grants_by_subject_and_privilege",
          "iam_grants_by_subject_and_resource",
          "iam_grants_by_privilege_and_resource",
          "iam_grants_by_resource");
    }
  }

  private static Grant grant(String role, @Nullable SubjectRef resource) {
    return new Grant(
        GrantId.next(),
        HEAVY,
        Grant.PrivilegeType.ROLE,
        role,
        Grant.Effect.PERMIT,
        "docs",
        resource,
        null,
        null,
        null,
        false,
        null,
        null,
        Grant.Status.ACTIVE,
        "manual",
        null,
        1,
        Instant.parse("2026-01-01T00:00:00Z"));
  }
}
