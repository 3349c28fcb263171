package io.iamplane.governance.preview;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasItem;
import static org.hamcrest.Matchers.hasKey;
import static org.hamcrest.Matchers.nullValue;

import io.iamplane.change.Changes;
import io.iamplane.testing.AdminTenant;
import io.iamplane.testing.TestPlatform;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@QuarkusTest
class GrantPreviewApiTest {

  private static final String ROLE =
      "{'subject': 'user:ann', 'privilege_type': 'role', 'privilege_key': 'warehouse:boss'}";

  /** One question about all permissions costs most of a request's steps, two cost more. */
  private static final int PERMISSIONS = 20;

  private static final int ELEMENTS = 80;

  @Inject TestPlatform platform;
  @Inject Changes changes;

  private AdminTenant tenant;

  @BeforeEach
  void aTenantWithAnApplication() {
    tenant = new AdminTenant(platform);
    tenant.apply("warehouse", AdminTenant.WAREHOUSE);
    tenant.made("users", "{'name': 'Ann', 'external_id': 'ann'}");
  }

  @ParameterizedTest
  @ValueSource(strings = {"grants/preview", "policies-wizard/preview"})
  void itTellsWhatWouldChangeAndWritesNothing(String path) {
    long before = changes.version(tenant.organization().id()).orElseThrow();
    tenant
        .post(path, ROLE)
        .statusCode(200)
        .body("data.current_decision", nullValue())
        .body("data.changes.permission", contains("warehouse:stock.adjust", "warehouse:stock.read"))
        .body("data.changes[0].current.reason_code", equalTo("no_matching_grant"))
        .body("data.changes[0].after.allowed", equalTo(true))
        .body("data.holders.subjects", empty())
        .body("data.conflicts", empty())
        .body("data.duty_violations", empty());
    tenant
        .post(path, ROLE.replace("role", "permission").replace("boss", "stock.read"))
        .statusCode(200)
        .body("data.current_decision.allowed", equalTo(false))
        .body("data.changes.permission", contains("warehouse:stock.read"));
    assertThat(changes.version(tenant.organization().id())).hasValue(before);
    assertThat(tenant.allows("user:ann", "warehouse:stock.read")).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"grants", "policies-wizard/commit"})
  void itKnowsWhatIsThereAlready(String commit) {
    String id = tenant.made(commit, ROLE);
    assertThat(tenant.allows("user:ann", "warehouse:stock.adjust")).isTrue();
    tenant
        .post("grants/preview", ROLE)
        .body("data.changes", empty())
        .body("data.conflicts.kind", contains("duplicate"))
        .body("data.conflicts.grant_id", contains(id))
        .body("data.holders.subjects.size()", equalTo(1));
    tenant
        .post("grants/preview", ROLE.replace("}", ", 'effect': 'deny'}"))
        .body("data.changes.after.reason_code", hasItem("explicit_deny"))
        .body("data.conflicts.kind", contains("opposite_effect"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"grants/preview", "policies-wizard/preview", "policies-wizard/commit"})
  void badInputNamesThePlaceAsForTheGrant(String path) {
    tenant
        .post(path, ROLE.replace("boss", "nothing"))
        .statusCode(422)
        .body("errors", hasKey("privilege_key"));
    tenant
        .post(path, ROLE.replace("ann", "nobody"))
        .statusCode(422)
        .body("errors", hasKey("subject"));
    tenant.post(path, "{}").statusCode(422);
  }

  /** Before, each of its three questions had a budget of its own. */
  @Test
  void aPreviewIsNoMoreWorkThanOneRequestMayBe() {
    String permissions = "{'key': 'p%s'}, ".repeat(PERMISSIONS - 1) + "{'key': 'p%s'}";
    tenant.apply(
        "trap",
        "{'schema': 'iam.manifest.v2', 'app': {'key': 'trap', 'name': 'Trap'}, 'permissions': ["
            + permissions.formatted(IntStream.range(0, PERMISSIONS).boxed().toArray())
            + "], 'roles': [{'key': 'all', 'permissions': ['*']}]}");
    String list = "1, ".repeat(ELEMENTS - 1) + "1";
    tenant.patch("users/ann", "{'attributes': {'l': [%s]}}".formatted(list)).statusCode(200);
    String grant =
        "{'subject': 'user:ann', 'privilege_type': 'role', 'privilege_key': 'trap:all',"
            + " 'condition': 'subject.l.exists(x, subject.l.exists(y, x + y == -1.0))'}";
    tenant.made("grants", grant);
    tenant.get("users/ann/effective-permissions").statusCode(200);
    tenant
        .post("grants/preview", ROLE.replace("boss", "clerk"))
        .statusCode(429)
        .body("detail", containsString("exceeds its work limit"));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 100})
  void thePermissionsAreListedPageByPage(int limit) {
    java.util.List<String> keys = new java.util.ArrayList<>();
    String cursor = "";
    do {
      var page =
          tenant
              .get("policies-wizard/permissions?limit=" + limit + cursor)
              .statusCode(200)
              .extract()
              .jsonPath();
      keys.addAll(page.getList("data.key"));
      cursor = page.getString("next_cursor");
      cursor = cursor == null ? null : "&cursor=" + cursor;
    } while (cursor != null);
    assertThat(keys)
        .isSorted()
        .contains("warehouse:stock.read", "iam:grants.manage")
        .doesNotContain("iam:organizations.manage");
  }
}
