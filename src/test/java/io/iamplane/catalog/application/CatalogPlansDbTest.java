package io.iamplane.catalog.application;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.catalog.permission.PermissionStore;
import io.iamplane.catalog.role.RoleStore;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.PageRequest;
import io.iamplane.shared.ServiceAccountId;
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
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Pages of applications, roles and permissions are ranges of an index. */
@QuarkusTest
class CatalogPlansDbTest {

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
    Volume.analyze("iam_applications, iam_roles, iam_permissions");
  }

  @ParameterizedTest
  @NullSource
  @ValueSource(strings = {"active", "suspended"})
  void applicationsAreOneRange(@Nullable String status) {
    PageRequest first = new PageRequest(25, null);
    PlanAssert.isOneRangeFor(
        status,
        plans.of(ApplicationStore.query(tenant, first, status)),
        "iam_applications_key_unique",
        "iam_applications_by_status");
  }

  @ParameterizedTest
  @CsvSource({
    ",         ,           iam_roles_pkey",
    ",         active,     iam_roles_by_status",
    ",         deprecated, iam_roles_by_status",
    "app2,     ,           iam_roles_by_application",
    "app2,     active,     iam_roles_by_application",
    "nothing,  deprecated, iam_roles_by_application"
  })
  void rolesAreOneRange(@Nullable String application, @Nullable String status, String index) {
    Plans.Plan plan = plans.of(RoleStore.query(tenant, "", 26, application, status));
    if (application == null) {
      PlanAssert.isOneRangeFor(status, plan, "iam_roles_pkey", index);
    } else {
      PlanAssert.isOneRangeOf(index, plan);
    }
  }

  @Test
  void permissionsAreOneRange() {
    PlanAssert.isOneRangeOf(
        "iam_permissions_by_status", plans.of(PermissionStore.query(tenant, "", 26)));
  }

  @Test
  void anAccountsApplicationIsOneEntryOfAnIndex() {
    Plans.Plan plan =
        plans.of(ApplicationStore.ofAccount(tenant, new ServiceAccountId(Volume.uuid(500))));
    assertThat(plan.indexes())
        .as(plan.text())
        .containsExactly("iam_applications_by_service_account");
    assertThat(plan.filters()).as(plan.text()).isEmpty();
  }

  private static void write(OrganizationId tenant) throws SQLException {
    Volume volume = new Volume(tenant);
    volume.insert(
        1_000,
        """
        INSERT INTO iam_service_accounts (id, organization_id, name, status, created_at, updated_at)
        SELECT %s, '%s', 'App', 'active', now(), now()
        """
            .formatted(Volume.id("i"), tenant.value()));
    volume.insert(
        1_000,
        """
        INSERT INTO iam_applications (id, organization_id, key, name, risk_level, status,
          manifest_version, types, attributes, service_account_id, created_at, updated_at)
        SELECT %1$s, '%2$s', 'app' || i, 'App', 'low',
          CASE WHEN i %% 10 = 0 THEN 'suspended' ELSE 'active' END, 1, '{}', '{}', %1$s, now(),
          now()
        """
            .formatted(Volume.id("i"), tenant.value()));
    volume.insert(
        2_000,
        """
        INSERT INTO iam_roles (organization_id, key, application, label, permissions, includes,
          status, created_at, updated_at)
        SELECT '%1$s', 'app' || i %% 5 || ':r' || i, 'app' || i %% 5, 'Role', '{}', '{}',
          CASE WHEN i %% 10 = 0 THEN 'deprecated' ELSE 'active' END, now(), now()
        """
            .formatted(tenant.value()));
    volume.insert(
        2_000,
        """
        INSERT INTO iam_permissions (organization_id, key, application, risk, required_aal, status,
          created_at, updated_at)
        SELECT '%1$s', 'app' || i %% 5 || ':p' || i, 'app' || i %% 5, 'low', 'aal1',
          CASE WHEN i %% 2 = 0 THEN 'deprecated' ELSE 'active' END, now(), now()
        """
            .formatted(tenant.value()));
  }
}
