package io.iamplane.catalog.role;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.catalog.application.CatalogReader;
import io.iamplane.shared.OrganizationId;
import io.iamplane.testing.AdminTenant;
import io.iamplane.testing.TestPlatform;
import io.iamplane.testing.Volume;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** 210 roles in 14 levels of 15, each of which includes all of the level below. */
@QuarkusTest
class RoleLevelsDbTest {

  private static final int ALL = 210;
  private static final int LEVELS = 14;

  @Inject RoleStore roles;
  @Inject CatalogReader catalog;
  @Inject TestPlatform platform;

  private AdminTenant admin;
  private OrganizationId tenant;

  @BeforeEach
  void manyRoles() throws SQLException {
    admin = new AdminTenant(platform);
    tenant = admin.organization().id();
    new Volume(tenant)
        .insert(
            ALL,
            """
            INSERT INTO iam_roles (organization_id, key, label, permissions, includes, status,
              created_at, updated_at)
            SELECT '%s', 'l' || (i - 1) / 15 || '.r' || i %% 15, 'Role',
              CASE WHEN i = 1 THEN array['iam:users.*'] ELSE '{}' END,
              CASE WHEN i <= 15 THEN '{}' ELSE
                ARRAY(SELECT 'l' || ((i - 1) / 15 - 1) || '.r' || n FROM generate_series(0, 14) n)
              END,
              'active', now(), now()
            """
                .formatted(tenant.value()));
  }

  @Test
  void levelsAreCountedWhateverTheNumberOfRoles() {
    assertThat(roles.levelsAbove(tenant, "l0.r3", 17)).isEqualTo(LEVELS - 1);
    assertThat(roles.levelsAbove(tenant, "l13.r3", 17)).isZero();
    assertThat(roles.levelsAbove(tenant, "unknown", 17)).isZero();
    assertThat(roles.levelsAbove(tenant, "l0.r3", 5)).isEqualTo(5);
  }

  @Test
  void allAboveAndAllWithinAreFound() {
    assertThat(catalog.rolesAbove(tenant, Set.of("l0.r3"))).hasSize(ALL - 14);
    assertThat(catalog.rolesAbove(tenant, Set.of("unknown"))).containsExactly("unknown");
    assertThat(catalog.rolesWithin(tenant, Set.of("l13.r3"))).hasSize(ALL - 14);
    assertThat(catalog.rolesWithin(tenant, Set.of("unknown"))).isEmpty();
    assertThat(catalog.rolesNaming(tenant, "iam:users.read", List.of())).containsExactly("l0.r1");
    assertThat(catalog.rolesNaming(tenant, "iam:roles.read", List.of("l12.r0"))).hasSize(15);
  }

  @Test
  void whatAWideRoleIncludesIsCheckedAtOnce() {
    for (String key : List.of("a", "b", "c")) {
      admin.post("roles", "{'key': '%1$s', 'label': '%1$s'}".formatted(key)).statusCode(201);
    }
    admin.patch("roles/b", "{'includes': ['a']}").statusCode(200);
    admin.patch("roles/c", "{'includes': ['b']}").statusCode(200);
    admin.patch("roles/l0.r3", "{'includes': ['a', 'b']}").statusCode(200);
    admin.patch("roles/l0.r3", "{'includes': ['a', 'b', 'c', 'iam:iam-auditor']}").statusCode(200);
    admin.post("roles", "{'key': 'd', 'label': 'd', 'includes': ['c']}").statusCode(201);
    admin.patch("roles/l0.r3", "{'includes': ['a', 'd']}").statusCode(422);
  }
}
