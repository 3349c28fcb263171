package io.iamplane.catalog.role;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasItems;
import static org.hamcrest.Matchers.hasKey;

import io.iamplane.testing.AdminTenant;
import io.iamplane.testing.TestPlatform;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@QuarkusTest
class RoleApiTest {

  @Inject TestPlatform platform;

  private AdminTenant tenant;

  @BeforeEach
  void aTenantWithAnApplication() {
    tenant = new AdminTenant(platform);
    tenant.apply("warehouse", AdminTenant.WAREHOUSE);
    tenant.made("users", "{'name': 'Ann', 'external_id': 'ann'}");
  }

  @Test
  void aRoleDecidesFromTheMomentItIsAnswered() {
    create("{'key': 'keeper', 'label': 'Keeper', 'permissions': ['warehouse:stock.read']}");
    String grant = grant();
    assertThat(tenant.allows("user:ann", "warehouse:stock.read")).isTrue();
    assertThat(tenant.allows("user:ann", "warehouse:stock.adjust")).isFalse();
    tenant
        .patch("roles/keeper", "{'permissions': ['warehouse:stock.*'], 'is_privileged': true}")
        .statusCode(200)
        .header("ETag", "\"2\"")
        .body("data.label", equalTo("Keeper"))
        .body("data.is_privileged", equalTo(true));
    assertThat(tenant.allows("user:ann", "warehouse:stock.adjust")).isTrue();
    tenant.delete("roles/keeper").statusCode(409);
    tenant.post("grants/" + grant + "/revoke").statusCode(200);
    tenant.delete("roles/keeper").statusCode(200).body("data.status", equalTo("deprecated"));
    tenant.delete("roles/keeper").statusCode(404);
    tenant
        .post(
            "grants",
            "{'subject': 'user:ann', 'privilege_type': 'role', 'privilege_key': 'keeper'}")
        .statusCode(422);
    create("{'key': 'keeper', 'label': 'Keeper again'}");
    grant();
    assertThat(tenant.allows("user:ann", "warehouse:stock.read")).isFalse();
  }

  @Test
  void aRoleThatAnotherIncludesStays() {
    create("{'key': 'inner', 'label': 'Inner'}");
    create("{'key': 'outer', 'label': 'Outer', 'includes': ['inner', 'warehouse:clerk']}");
    tenant.delete("roles/inner").statusCode(409);
    tenant.patch("roles/outer", "{'includes': []}").statusCode(200);
    tenant.delete("roles/inner").statusCode(200);
  }

  @Test
  void circlesAndLongChainsAreToldWithTheirPlace() {
    create("{'key': 'r0', 'label': 'R'}");
    for (int i = 1; i <= 16; i++) {
      create("{'key': 'r%d', 'label': 'R', 'includes': ['r%d']}".formatted(i, i - 1));
    }
    tenant
        .patch("roles/r0", "{'includes': ['warehouse:clerk', 'r3']}")
        .statusCode(422)
        .body("errors", hasKey("includes[1]"));
    tenant.patch("roles/r0", "{'includes': ['r0']}").statusCode(422);
    tenant
        .post("roles", "{'key': 'r17', 'label': 'R', 'includes': ['r16']}")
        .statusCode(422)
        .body("errors", hasKey("includes[0]"));
    tenant.patch("roles/r0", "{'includes': ['warehouse:clerk']}").statusCode(422);
  }

  @Test
  void rolesOfOthersAreReadAndLeftAlone() {
    for (String key : List.of("warehouse:clerk", "iam:iam-admin")) {
      tenant.get("roles/" + key).statusCode(200).body("data.key", equalTo(key));
      tenant.patch("roles/" + key, "{'label': 'Mine'}").statusCode(409);
      tenant.delete("roles/" + key).statusCode(409);
    }
    tenant
        .get("roles/iam:iam-admin")
        .body("data.permissions", hasItems("iam:users.read", "iam:grants.manage"));
  }

  @Test
  void theListHoldsAllThatCanBeGrantedPageByPage() {
    create("{'key': 'keeper', 'label': 'Keeper'}");
    List<String> keys = new ArrayList<>();
    String cursor = "";
    do {
      var page = tenant.get("roles?limit=2" + cursor).statusCode(200).extract().jsonPath();
      keys.addAll(page.getList("data.key"));
      cursor = page.getString("next_cursor");
      cursor = cursor == null ? null : "&cursor=" + cursor;
    } while (cursor != null);
    assertThat(keys)
        .containsExactly(
            "iam:decision-client",
            "iam:iam-admin",
            "iam:iam-auditor",
            "iam:user-manager",
            "keeper",
            "warehouse:boss",
            "warehouse:clerk");
    tenant
        .get("roles?filter[application]=warehouse")
        .body("data.key", contains("warehouse:boss", "warehouse:clerk"));
    tenant.get("roles?filter[status]=deprecated").body("data.size()", equalTo(0));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "key            | {'key': 'Upper', 'label': 'L'}",
        "key            | {'key': 'iam:mine', 'label': 'L'}",
        "label          | {'key': 'k', 'label': ' '}",
        "permissions[0] | {'key': 'k', 'label': 'L', 'permissions': ['warehouse:nothing']}",
        "permissions[0] | {'key': 'k', 'label': 'L', 'permissions': ['**']}",
        "permissions[0] | {'key': 'k', 'label': 'L', 'permissions': ['iam:organizations.read']}",
        "includes[0]    | {'key': 'k', 'label': 'L', 'includes': ['nothing']}",
        "powers         | {'key': 'k', 'label': 'L', 'powers': []}"
      })
  void badInputNamesThePlace(String place, String body) {
    tenant.post("roles", body).statusCode(422).body("errors", hasKey(place));
  }

  private void create(String role) {
    tenant.post("roles", role).statusCode(201);
  }

  private String grant() {
    return tenant.made(
        "grants", "{'subject': 'user:ann', 'privilege_type': 'role', 'privilege_key': 'keeper'}");
  }
}
