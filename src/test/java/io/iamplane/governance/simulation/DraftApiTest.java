package io.iamplane.governance.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.containsInAnyOrder;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasItem;
import static org.hamcrest.Matchers.hasKey;

import io.iamplane.change.Changes;
import io.iamplane.decision.log.FlushedLog;
import io.iamplane.testing.AdminTenant;
import io.iamplane.testing.AnswerJson;
import io.iamplane.testing.TestPlatform;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.ValidatableResponse;
import jakarta.inject.Inject;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Drafts of roles and manifests, and manifests that wait to be applied. */
@QuarkusTest
class DraftApiTest {

  private static final String MANIFEST =
      "{'schema': 'iam.manifest.v2', 'app': {'key': 'warehouse', 'name': 'Warehouse'},"
          + " 'permissions': [{'key': 'stock.read'%s}, {'key': 'stock.adjust'}],"
          + " 'roles': [{'key': 'clerk', 'permissions': [%s]},"
          + " {'key': 'boss', 'permissions': ['stock.*'], 'is_privileged': true}],"
          + " 'types': {'site': {'relations': {'keeper': 'user | group#member'}}}%s}";

  @Inject TestPlatform platform;
  @Inject FlushedLog log;
  @Inject Changes changes;

  private AdminTenant tenant;

  @BeforeEach
  void aClerkWhoAsked() {
    tenant = new AdminTenant(platform);
    tenant.apply("warehouse", AdminTenant.WAREHOUSE);
    tenant.made("users", "{'name': 'Ann', 'external_id': 'ann'}");
    tenant
        .post("roles", "{'key': 'keeper', 'label': 'K', 'permissions': ['warehouse:stock.read']}")
        .statusCode(201);
    grant("keeper");
    tenant.allows("user:ann", "warehouse:stock.read");
    tenant.allows("user:ann", "warehouse:stock.adjust");
    log.await();
  }

  @Test
  void aRoleOfTheDraftTakesThePlaceOfThePresentOne() {
    long version = changes.version(tenant.organization().id()).orElseThrow();
    simulate(
            "{'roles': [{'key': 'keeper', 'label': 'K', 'permissions': ['warehouse:stock.adjust']}]}")
        .body(
            "data.decisions.groups.difference", containsInAnyOrder("newly_allowed", "newly_denied"))
        .body("data.decisions.groups.cause.key", contains("keeper", "keeper"));
    simulate("{'delete_roles': ['keeper']}")
        .body("data.decisions.groups.difference", contains("newly_denied"));
    assertThat(changes.version(tenant.organization().id())).hasValue(version);
  }

  @Test
  void aRoleOfTheDraftCanBeGrantedInIt() {
    simulate(
            "{'roles': [{'key': 'new', 'label': 'N', 'permissions': ['warehouse:stock.adjust']}],"
                + " 'grants': [{'subject': 'user:ann', 'privilege_type': 'role',"
                + " 'privilege_key': 'new'}]}")
        .body("data.decisions.groups.difference", contains("newly_allowed"))
        .body("data.decisions.groups[0].cause.draft", equalTo("grants[0]"));
  }

  /** Roles are checked against the earlier parts of the draft, like changes made in that order. */
  @Test
  void aRoleOfTheDraftIsMadeOfWhatTheDraftHasBeforeIt() {
    simulate(
            "{'manifest': %s, 'roles': [%s, %s], 'grants': [%s]}"
                .formatted(
                    manifest("", "'stock.read'", "")
                        .replace("'stock.adjust'}", "'stock.adjust'}, {'key': 'stock.count'}"),
                    "{'key': 'counter', 'label': 'C', 'permissions': ['warehouse:stock.count',"
                        + " 'warehouse:stock.adjust']}",
                    "{'key': 'lead', 'label': 'L', 'includes': ['counter']}",
                    "{'subject': 'user:ann', 'privilege_type': 'role', 'privilege_key': 'lead'}"))
        .body("data.decisions.groups.difference", contains("newly_allowed"))
        .body("data.decisions.groups[0].cause.draft", equalTo("grants[0]"));
  }

  /** A role that another one includes can go with the role that no longer includes it. */
  @Test
  void aRoleGoesOnceTheDraftLeavesItInNoOther() {
    tenant.post("roles", "{'key': 'above', 'label': 'A', 'includes': ['keeper']}").statusCode(201);
    tenant
        .post("policy/simulate", "{'draft': {'delete_roles': ['keeper']}}")
        .statusCode(422)
        .body("errors", hasKey("draft.delete_roles[0]"));
    simulate("{'roles': [{'key': 'above', 'label': 'A'}], 'delete_roles': ['keeper']}")
        .body("data.decisions.groups.difference", contains("newly_denied"));
  }

  @Test
  void aManifestOfTheDraftAddsAndRemovesStepUpAndPermissions() {
    simulate("{'manifest': %s}".formatted(manifest(", 'required_aal': 'aal2'", "'stock.read'", "")))
        .body("data.decisions.groups.difference", contains("step_up_added"))
        .body("data.decisions.groups[0].cause.reason_after", equalTo("step_up_required"));
    simulate(
            "{'manifest': %s}"
                .formatted(
                    manifest("", "'stock.read'", "").replace(", {'key': 'stock.adjust'}", "")))
        .body("data.decisions.evaluated", equalTo(2))
        .body("data.decisions.groups", empty());
  }

  /** Such a policy cannot be made from the one in memory. */
  @Test
  void aManifestThatDeclaresAttributesIsTriedOnAPolicyThatIsReadForIt() {
    String attributes = ", 'attributes': {'context': {'amount': 'double'}}";
    simulate(
            "{'manifest': %s, 'grants': [{'subject': 'user:ann', 'privilege_type': 'permission',"
                    .formatted(manifest("", "'stock.read'", attributes))
                + " 'privilege_key': 'warehouse:stock.adjust', 'condition':"
                + " '!has(context.amount) || context.amount < 5.0'}]}")
        .body("data.decisions.groups.difference", contains("newly_allowed"));
  }

  @Test
  void aManifestThatWaitsHasTheSameReport() {
    String id =
        AnswerJson.text(
            tenant
                .post(
                    "applications/warehouse/manifests",
                    manifest("", "'stock.read', 'stock.adjust'", ""))
                .statusCode(201),
            "/data/id");
    grant("warehouse:clerk");
    tenant
        .post("manifests/" + id + "/blast-radius", "{'decisions': {'application': 'warehouse'}}")
        .statusCode(200)
        .body("data.decisions.complete", equalTo(true))
        .body("data.decisions.differences.newly_allowed", equalTo(1))
        .body("data.decisions.groups.cause.key", contains("warehouse:clerk"));
    tenant.post("manifests/" + id + "/blast-radius").statusCode(200);
    new AdminTenant(platform).post("manifests/" + id + "/blast-radius", "{}").statusCode(404);
    String token = platform.token(platform.clientWithoutRights(tenant.organization()));
    tenant.as(token).post("manifests/" + id + "/blast-radius", "{}").statusCode(403);
  }

  @Test
  void aConditionThatWouldNotCompileIsNamed() {
    tenant.made(
        "grants",
        "{'subject': 'user:ann', 'privilege_type': 'permission', 'privilege_key':"
            + " 'warehouse:stock.adjust', 'condition': 'context.amount.startsWith(context.b)'}");
    tenant
        .post(
            "policy/simulate",
            "{'draft': {'manifest': %s}}"
                .formatted(
                    manifest(
                        "", "'stock.read'", ", 'attributes': {'context': {'amount': 'double'}}")))
        .statusCode(422)
        .body(
            "errors.'draft.manifest'",
            hasItem(containsString("is not valid for the declared attributes")));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{'manifest': {}} | draft.manifest.app",
        "{'roles': [{'key': 'BAD', 'label': 'x'}]} | draft.roles[0].key",
        "{'roles': [{'key': 'warehouse:clerk', 'label': 'x'}]} | draft.roles[0]",
        "{'roles': [{'key': 'iam:iam-admin', 'label': 'x'}]} | draft.roles[0]",
        "{'roles': [{'key': 'r', 'label': 'x', 'permissions': ['warehouse:none']}]}"
            + " | draft.roles[0].permissions[0]",
        "{'roles': [{'key': 'r', 'label': 'x', 'includes': ['later']},"
            + " {'key': 'later', 'label': 'x'}]} | draft.roles[0].includes[0]",
        "{'roles': [{'key': 'a', 'label': 'x'}, {'key': 'b', 'label': 'x', 'includes': ['a', 'none']}]}"
            + " | draft.roles[1].includes[1]",
        "{'roles': [{'key': 'a', 'label': 'x', 'includes': ['keeper']},"
            + " {'key': 'keeper', 'label': 'x', 'includes': ['a']}]} | draft.roles[1].includes[0]",
        "{'roles': [{'key': 'a', 'label': 'x', 'includes': ['keeper']}], 'delete_roles': ['keeper']}"
            + " | draft.delete_roles[0]",
        "{'delete_roles': ['keeper'], 'grants': [{'subject': 'user:ann', 'privilege_type': 'role',"
            + " 'privilege_key': 'keeper'}]} | draft.grants[0].privilege_key",
        "{'roles': [{'key': 'r', 'label': 'x'}], 'delete_roles': ['keeper', 'keeper']}"
            + " | draft.roles",
        "{'delete_roles': ['none']} | draft.delete_roles[0]",
        "{'delete_roles': ['warehouse:clerk']} | draft.delete_roles[0]"
      })
  void badInputNamesThePlace(String draft, String place) {
    tenant
        .post("policy/simulate", "{'draft': %s}".formatted(draft))
        .statusCode(422)
        .body("errors", hasKey(place));
  }

  private void grant(String role) {
    tenant.made(
        "grants",
        "{'subject': 'user:ann', 'privilege_type': 'role', 'privilege_key': '%s'}".formatted(role));
  }

  private static String manifest(String read, String clerk, String more) {
    return MANIFEST.formatted(read, clerk, more);
  }

  private ValidatableResponse simulate(String draft) {
    return tenant
        .post(
            "policy/simulate",
            "{'draft': %s, 'decisions': {'application': 'warehouse'}}".formatted(draft))
        .statusCode(200);
  }
}
