package io.iamplane.escalation;

import static io.iamplane.escalation.GuardedTenant.member;
import static org.hamcrest.Matchers.equalTo;

import io.iamplane.testing.AdminTenant;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A caller cannot make a role privileged, or enlarge a privileged one, that the caller holds in any
 * way.
 */
@QuarkusTest
class OwnRoleGuardApiTest {

  private static final String OWN = "You cannot grant yourself a privileged role.";

  @Inject GuardedTenant guarded;

  private AdminTenant tenant;

  @BeforeEach
  void anApplicationWithAPrivilegedRole() {
    tenant = guarded.tenant();
    tenant.apply("warehouse", AdminTenant.WAREHOUSE);
    guarded.role("inner", "");
    guarded.role("helper", ", 'includes': ['inner']");
  }

  private void hold(String how) {
    switch (how) {
      case "directly" -> guarded.grant(guarded.administrator(), "role", "helper", "permit");
      case "everyone" -> guarded.grant("service_account:*", "role", "helper", "permit");
      default -> {
        String outer = guarded.group("outer");
        String group = guarded.group("inner");
        tenant.post("groups/outer/members", member(group)).statusCode(201);
        tenant.post("groups/inner/members", member(guarded.administrator())).statusCode(201);
        guarded.grant(outer, "role", "helper", "permit");
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"directly", "everyone", "group"})
  void aRoleThatOnesOwnIncludesTakesInNoPrivilegedOne(String how) {
    hold(how);
    tenant
        .patch("roles/inner", "{'includes': ['warehouse:boss']}")
        .statusCode(403)
        .body("detail", equalTo(OWN));
    guarded.role("between", ", 'includes': ['warehouse:boss']");
    tenant.patch("roles/inner", "{'includes': ['between']}").statusCode(403);
    tenant.patch("roles/helper", "{'includes': ['between']}").statusCode(403);
    tenant.patch("roles/inner", "{'includes': ['warehouse:clerk']}").statusCode(200);
    tenant.patch("roles/inner", "{'permissions': ['warehouse:stock.read']}").statusCode(200);
    // Only the privileged role contains stock.adjust.
    tenant.patch("roles/inner", "{'permissions': ['warehouse:stock.*']}").statusCode(403);
  }

  @ParameterizedTest
  @ValueSource(strings = {"directly", "everyone", "group"})
  void onesOwnRoleDoesNotBecomePrivileged(String how) {
    hold(how);
    String flagged = "{'is_privileged': true, 'permissions': ['warehouse:*']}";
    tenant.patch("roles/helper", flagged).statusCode(403).body("detail", equalTo(OWN));
    tenant.patch("roles/inner", flagged).statusCode(403);
    tenant.patch("roles/inner", "{'is_privileged': true}").statusCode(403);
  }

  @Test
  void aRoleIsNotFlaggedAgainByWhoTookItMeanwhile() {
    tenant.patch("roles/helper", "{'is_privileged': true}").statusCode(200);
    tenant
        .post(
            "grants",
            "{'subject': '%s', 'privilege_type': 'role', 'privilege_key': 'helper'}"
                .formatted(guarded.administrator()))
        .statusCode(403);
    tenant.patch("roles/helper", "{'is_privileged': false}").statusCode(200);
    hold("directly");
    tenant.patch("roles/helper", "{'is_privileged': true}").statusCode(403);
  }

  @Test
  void onesOwnPrivilegedRoleDoesNotGrow() {
    tenant.patch("roles/helper", "{'is_privileged': true}").statusCode(200);
    AdminTenant other = guarded.as(guarded.holder("iam:grants.manage"));
    other
        .post(
            "grants",
            "{'subject': '%s', 'privilege_type': 'role', 'privilege_key': 'helper'}"
                .formatted(guarded.administrator()))
        .statusCode(201);
    tenant.patch("roles/helper", "{'permissions': ['warehouse:stock.read']}").statusCode(403);
    tenant.patch("roles/inner", "{'permissions': ['warehouse:stock.read']}").statusCode(403);
    tenant.patch("roles/helper", "{'includes': ['inner', 'warehouse:clerk']}").statusCode(403);
    tenant.patch("roles/helper", "{'label': 'Helper of all'}").statusCode(200);
    tenant.patch("roles/helper", "{'includes': []}").statusCode(200);
    AdminTenant manager = guarded.as(guarded.holder("iam:roles.manage"));
    manager.patch("roles/helper", "{'permissions': ['warehouse:stock.read']}").statusCode(200);
  }

  @Test
  void aManifestMayExtendAPrivilegedRoleOfWhoAppliesIt() {
    AdminTenant other = guarded.as(guarded.holder("iam:grants.manage"));
    other
        .post(
            "grants",
            "{'subject': '%s', 'privilege_type': 'role', 'privilege_key': 'warehouse:boss'}"
                .formatted(guarded.administrator()))
        .statusCode(201);
    tenant.apply(
        "warehouse",
        AdminTenant.WAREHOUSE.replace(
            "\"permissions\": [\"stock.*\"]", "\"permissions\": [\"stock.*\", \"stock.read\"]"));
  }
}
