package io.iamplane.directory.group;

import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.PageRequest;
import io.iamplane.testing.PlanAssert;
import io.iamplane.testing.Plans;
import io.iamplane.testing.TestPlatform;
import io.iamplane.testing.Volume;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Pages of groups and of their members are ranges of an index. */
@QuarkusTest
class GroupPlansDbTest {

  private static final PageRequest FIRST = new PageRequest(25, null);

  @Inject Plans plans;
  @Inject TestPlatform platform;

  // Read only: the rows are written once for all tests of the class.
  private static OrganizationId tenant;

  @BeforeEach
  void twoTenants() throws SQLException {
    if (tenant == null) {
      write(platform.tenant().id());
      OrganizationId made = platform.tenant().id();
      write(made);
      tenant = made;
    }
    Volume.analyze("iam_groups, iam_group_members");
  }

  @ParameterizedTest
  @NullSource
  @ValueSource(strings = {"active", "revoked"})
  void groupsAreOneRange(@Nullable String status) {
    PlanAssert.isOneRangeFor(
        status,
        plans.of(GroupQuery.groups(tenant, FIRST, status)),
        "iam_groups_pkey",
        "iam_groups_by_status");
  }

  @Test
  void membersAreOneRange() {
    GroupId group = new GroupId(Volume.uuid(1));
    PlanAssert.isOneRangeOf(
        "iam_group_members_by_group", plans.of(GroupQuery.membersOf(tenant, group, FIRST)));
  }

  private static void write(OrganizationId tenant) throws SQLException {
    Volume volume = new Volume(tenant);
    volume.insert(
        1_000,
        """
        INSERT INTO iam_groups (id, organization_id, key, name, source, status, created_at,
          updated_at, revoked_at)
        SELECT %s, '%s', 'g' || i, 'Group', 'direct',
          CASE WHEN i %% 10 = 0 THEN 'revoked' ELSE 'active' END, now(), now(),
          CASE WHEN i %% 10 = 0 THEN now() END
        """
            .formatted(Volume.id("i"), tenant.value()));
    volume.insert(
        4_000,
        """
        INSERT INTO iam_group_members (id, organization_id, group_id, member_type, member_id,
          created_at)
        SELECT %s, '%s', %s, 'user', 'u' || i, now()
        """
            .formatted(Volume.id("i"), tenant.value(), Volume.id("(1 + i % 5)")));
  }
}
