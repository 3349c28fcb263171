package io.iamplane.governance.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.everyItem;
import static org.hamcrest.Matchers.hasItem;
import static org.hamcrest.Matchers.hasKey;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.not;
import static org.hamcrest.Matchers.nullValue;

import io.iamplane.change.Changes;
import io.iamplane.decision.log.FlushedLog;
import io.iamplane.directory.client.IssuedClient;
import io.iamplane.testing.AdminTenant;
import io.iamplane.testing.AnswerJson;
import io.iamplane.testing.Rows;
import io.iamplane.testing.TestPlatform;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.ValidatableResponse;
import jakarta.inject.Inject;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A draft is tried on recorded decisions, and nothing is written. */
@QuarkusTest
class SimulationApiTest {

  private static final String GRANT =
      "{'subject': 'user:%s', 'privilege_type': '%s', 'privilege_key': 'warehouse:%s'}";

  @Inject TestPlatform platform;
  @Inject FlushedLog log;
  @Inject Changes changes;

  private AdminTenant tenant;
  private String ann;
  private String bob;
  private String annsGrant;

  @BeforeEach
  void aWarehouse() {
    tenant = new AdminTenant(platform);
    tenant.apply("warehouse", AdminTenant.WAREHOUSE);
    ann = tenant.made("users", "{'name': 'Ann', 'external_id': 'ann'}");
    bob = tenant.made("users", "{'name': 'Bob', 'external_id': 'bob'}");
    annsGrant = tenant.made("grants", grant("ann", "role", "clerk"));
  }

  @Test
  void whatAGrantOfTheDraftWouldHaveAllowedIsGroupedBySubjectPermissionAndCause() {
    check("bob", "stock.read");
    check("bob", "stock.read");
    String last = check("bob", "stock.adjust");
    check("ann", "stock.read");

    simulate(
            "{'grants': [%s, %s]}"
                .formatted(
                    grant("bob", "role", "clerk"), grant("bob", "permission", "stock.adjust")))
        .body("data.decisions.complete", equalTo(true))
        .body("data.decisions.stopped_by", nullValue())
        .body("data.decisions.read", equalTo(4))
        .body("data.decisions.evaluated", equalTo(4))
        .body("data.decisions.drifted_since", equalTo(0))
        .body("data.decisions.not_evaluated.size()", equalTo(0))
        .body("data.decisions.differences.newly_allowed", equalTo(3))
        .body("data.decisions.differences.newly_denied", equalTo(0))
        .body("data.decisions.ungrouped", equalTo(0))
        .body("data.decisions.groups.decisions", contains(2, 1))
        .body("data.decisions.groups.subject", everyItem(equalTo("user:" + bob)))
        .body(
            "data.decisions.groups.permission",
            contains("warehouse:stock.read", "warehouse:stock.adjust"))
        .body("data.decisions.groups.cause.draft", contains("grants[0]", "grants[1]"))
        .body(
            "data.decisions.groups.cause.key",
            contains("warehouse:clerk", "warehouse:stock.adjust"))
        .body("data.decisions.groups[1].example", equalTo(last))
        .body("data.decisions.groups[1].cause.reason_before", equalTo("no_matching_grant"))
        .body("data.decisions.groups[1].cause.reason_after", equalTo("granted_by_grant"))
        .body("data.decisions.groups[1].cause.id", nullValue());
  }

  @Test
  void whatARevocationWouldHaveDeniedNamesTheGrantThatIsMissed() {
    check("ann", "stock.read");
    check("ann", "stock.adjust");

    simulate("{'revoke_grants': ['%s']}".formatted(annsGrant))
        .body("data.decisions.differences.newly_denied", equalTo(1))
        .body("data.decisions.groups", hasSize(1))
        .body("data.decisions.groups[0].difference", equalTo("newly_denied"))
        .body("data.decisions.groups[0].cause.id", equalTo(annsGrant))
        .body("data.decisions.groups[0].cause.key", equalTo("warehouse:clerk"))
        .body("data.decisions.groups[0].cause.reason_after", equalTo("no_matching_grant"));
    simulate(
            "{'grants': [%s]}"
                .formatted(grant("ann", "role", "clerk").replace("}", ", 'effect': 'deny'}")))
        .body("data.decisions.groups[0].difference", equalTo("newly_denied"))
        .body("data.decisions.groups[0].cause.draft", equalTo("grants[0]"))
        .body("data.decisions.groups[0].cause.reason_after", equalTo("explicit_deny"));
  }

  @Test
  void nothingIsWrittenAndNothingIsDecidedOtherwise() throws Exception {
    check("bob", "stock.read");
    log.await();
    long version = changes.version(tenant.organization().id()).orElseThrow();
    String before = rows();
    simulate(
            "{'grants': [%s], 'revoke_grants': ['%s']}"
                .formatted(grant("bob", "role", "boss"), annsGrant))
        .body("data.policy_version", equalTo((int) version))
        .body("data.decisions.differences.newly_allowed", equalTo(1));
    assertThat(rows()).isEqualTo(before);
    assertThat(changes.version(tenant.organization().id())).hasValue(version);
    assertThat(tenant.allows("user:ann", "warehouse:stock.read")).isTrue();
    assertThat(tenant.allows("user:bob", "warehouse:stock.read")).isFalse();
  }

  private String rows() throws Exception {
    String organization = tenant.organization().id().toString();
    StringBuilder rows = new StringBuilder();
    for (String table :
        List.of("grants", "policy_changes", "audit_records", "outbox_messages", "roles")) {
      rows.append(
          Rows.texts(
              "SELECT md5(string_agg(t::text, '' ORDER BY t::text)) FROM iam_%s t".formatted(table)
                  + " WHERE organization_id = '"
                  + organization
                  + "'"));
    }
    return rows.toString();
  }

  /** A draft is not judged by the caller, time and outcome of the recorded decision. */
  @Test
  void whatChangedSinceIsNoDifferenceOfTheDraft() {
    check("ann", "stock.read");
    check("bob", "stock.read");
    tenant.post("grants/" + annsGrant + "/revoke").statusCode(200);
    simulate("{'grants': [%s]}".formatted(grant("bob", "role", "clerk")))
        .body("data.decisions.drifted_since", equalTo(1))
        .body("data.decisions.groups.subject", contains("user:" + bob))
        .body("data.decisions.differences.newly_denied", equalTo(0));
  }

  @Test
  void theControlPlanesOwnDecisionsAreTriedLikeAllOthers() {
    tenant.get("users").statusCode(200);
    log.await();
    String grant =
        AnswerJson.text(tenant.get("grants?filter[privilege_key]=iam:iam-admin"), "/data/0/id");
    all("{'revoke_grants': ['%s']}".formatted(grant), "'application': 'iam'")
        .body("data.decisions.groups.permission", hasItem("iam:users.read"))
        .body("data.decisions.groups.difference", everyItem(equalTo("newly_denied")));
  }

  @Test
  void aTimeAndANumberBoundWhatIsReadAndTheReportSaysHowFarItCame() {
    for (int i = 0; i < 5; i++) {
      check("bob", "stock.read");
    }
    String draft = "{'grants': [%s]}".formatted(grant("bob", "role", "clerk"));
    ValidatableResponse partial = all(draft, "'limit': 3");
    partial
        .body("data.decisions.complete", equalTo(false))
        .body("data.decisions.stopped_by", equalTo("decisions"))
        .body("data.decisions.read", equalTo(3));
    String from = AnswerJson.text(partial, "/data/decisions/complete_from");
    all(draft, "'application': 'warehouse', 'to': '%s'".formatted(from))
        .body("data.decisions.complete", equalTo(true));
    all(draft, "'limit': 0")
        .body("data.decisions.stopped_by", equalTo("decisions"))
        .body("data.decisions.read", equalTo(0));
    all(draft, "'from': '2020-01-01T00:00:00Z', 'to': '2020-01-02T00:00:00Z'")
        .body("data.decisions.complete", equalTo(true))
        .body("data.decisions.complete_from", equalTo("2020-01-01T00:00:00Z"))
        .body("data.decisions.read", equalTo(0));
    all(draft, "'application': 'elsewhere'").body("data.decisions.read", equalTo(0));
  }

  /** Records of the same block that were reported before do not use up the limit. */
  @Test
  void requestsThatGoOnComeToAnEnd() {
    for (int i = 0; i < 7; i++) {
      check("bob", "stock.read");
    }
    String draft = "{'grants': [%s]}".formatted(grant("bob", "role", "clerk"));
    ValidatableResponse report = all(draft, "'application': 'warehouse', 'limit': 3");
    int read = report.extract().path("data.decisions.read");
    for (int round = 0; !report.extract().<Boolean>path("data.decisions.complete"); round++) {
      assertThat(round).as("requests").isLessThan(20);
      String to = AnswerJson.text(report, "/data/decisions/complete_from");
      report = all(draft, "'application': 'warehouse', 'limit': 3, 'to': '%s'".formatted(to));
      read += report.extract().<Integer>path("data.decisions.read");
    }
    assertThat(read).isGreaterThanOrEqualTo(7);
  }

  @Test
  void conditionsReadWhatWasRecordedAndWhatWasTooLargeIsCounted() {
    String large = "x".repeat(5_000);
    ask("bob", "'context': {'amount': 5, 'note': 'n'}");
    ask("bob", "'context': {'amount': 500}");
    ask("bob", "'context': {'amount': 5, 'note': '%s'}".formatted(large));
    String conditional =
        grant("bob", "role", "clerk").replace("}", ", 'condition': 'context.amount < 10'}");

    simulate("{'grants': [%s]}".formatted(conditional))
        .body("data.decisions.read", equalTo(3))
        .body("data.decisions.evaluated", equalTo(2))
        .body("data.decisions.not_evaluated.inputs_omitted", equalTo(1))
        .body("data.decisions.differences.newly_allowed", equalTo(1));
    simulate("{'grants': [%s]}".formatted(grant("bob", "role", "clerk")))
        .body("data.decisions.evaluated", equalTo(3))
        .body("data.decisions.differences.newly_allowed", equalTo(3));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{'draft': {'grants': [{}]}} | draft.grants[0].subject",
        "{'draft': {'grants': [{'subject': 'user:nobody', 'privilege_type': 'role',"
            + " 'privilege_key': 'warehouse:clerk'}]}} | draft.grants[0].subject",
        "{'draft': {'grants': [{'subject': 'user:ann', 'privilege_type': 'role',"
            + " 'privilege_key': 'warehouse:none'}]}} | draft.grants[0].privilege_key",
        "{'draft': {'grants': [{'subject': 'user:ann', 'privilege_type': 'role',"
            + " 'privilege_key': 'warehouse:clerk', 'condition': '1 +'}]}} | draft.grants[0].condition",
        "{'draft': {'revoke_grants': ['nonsense']}} | draft.revoke_grants[0]",
        "{'draft': {'revoke_grants': ['0192f3c4-0000-7000-8000-000000000000']}} | draft.revoke_grants[0]",
        "{'decisions': {'limit': -1}} | decisions.limit",
        "{'decisions': {'from': '2026-01-02T00:00:00Z', 'to': '2026-01-01T00:00:00Z'}} | decisions.from",
        "{'decisions': {'from': '2026-01-02T00:00:00Z', 'to': '2026-12-01T00:00:00Z'}} | decisions.from",
        "{'decisions': {'to': '+999999999-01-01T00:00:00Z'}} | decisions.to",
        "{'decisions': {'to': '-1000000000-01-01T00:00:00Z'}} | decisions.to",
        "{'decisions': {'from': '1970-01-01T00:00:00Z'}} | decisions.from"
      })
  void badInputNamesThePlace(String body, String place) {
    tenant.post("policy/simulate", body).statusCode(422).body("errors", hasKey(place));
  }

  @Test
  void anothersGrantIsNoneOfOnesOwn() {
    String other = new AdminTenant(platform).get("grants").extract().path("data[0].id");
    String body = "{'draft': {'revoke_grants': ['%s']}}";
    tenant
        .post("policy/simulate", body.formatted(other))
        .statusCode(422)
        .body(
            "errors",
            equalTo(
                tenant
                    .post("policy/simulate", body.formatted(AdminTenant.UNKNOWN_ID))
                    .extract()
                    .path("errors")));
  }

  @Test
  void anothersDecisionsAreNotRead() {
    AdminTenant other = new AdminTenant(platform);
    check("bob", "stock.read");
    log.await();
    other
        .post("policy/simulate", "{'decisions': {'application': 'warehouse'}}")
        .statusCode(200)
        .body("data.decisions.read", equalTo(0))
        .body("data.decisions.groups", empty());
    all("{}", "'application': 'warehouse'").body("data.decisions.read", not(equalTo(0)));
  }

  @Test
  void itIsForThoseWhoMaySimulate() {
    String token = platform.token(platform.clientWithoutRights(tenant.organization()));
    tenant.as(token).post("policy/simulate", "{}").statusCode(403);
  }

  /** Its report is a reading of the decision log. */
  @Test
  void toReadDecisionsIsAPermissionOfItsOwn() {
    tenant
        .post("roles", "{'key': 'tester', 'label': 'T', 'permissions': ['iam:policies.simulate']}")
        .statusCode(201);
    IssuedClient robot = platform.clientWithoutRights(tenant.organization());
    tenant.made(
        "grants",
        "{'subject': '%s', 'privilege_type': 'role', 'privilege_key': 'tester'}"
            .formatted(platform.subject(robot)));
    AdminTenant tester = tenant.as(platform.token(robot));
    String manifest =
        AnswerJson.text(
            tenant.post("applications/warehouse/manifests", AdminTenant.WAREHOUSE), "/data/id");
    for (String operation : List.of("policy/simulate", "manifests/" + manifest + "/blast-radius")) {
      tester
          .post(operation, "{}")
          .statusCode(403)
          .body("detail", containsString("iam:decisions.read"));
    }
    tester
        .post("policy/simulate", "{'replay': true}")
        .statusCode(403)
        .body("detail", containsString("iam:decisions.read"));
    String probe = "{'subject': 'user:ann', 'permission': 'warehouse:stock.read'}";
    tester
        .post(
            "policy/regression",
            "{'probes': [{'name': 'p', 'question': %s, 'expect': 'allow'}]}".formatted(probe))
        .statusCode(200);

    tenant.made(
        "grants",
        "{'subject': '%s', 'privilege_type': 'permission', 'privilege_key': 'iam:decisions.read'}"
            .formatted(platform.subject(robot)));
    tester.post("policy/simulate", "{}").statusCode(200);
    tester.post("policy/simulate", "{'replay': true}").statusCode(200);
    tester.post("manifests/" + manifest + "/blast-radius", "{}").statusCode(200);
  }

  private static String grant(String subject, String type, String key) {
    return GRANT.formatted(subject, type, key);
  }

  private String check(String subject, String permission) {
    return AnswerJson.text(
        tenant
            .post(
                "decisions/check",
                "{'subject': 'user:%s', 'permission': 'warehouse:%s'}"
                    .formatted(subject, permission))
            .statusCode(200),
        "/data/decision_id");
  }

  private void ask(String subject, String more) {
    tenant
        .post(
            "decisions/check",
            "{'subject': 'user:%s', 'permission': 'warehouse:stock.read', %s}"
                .formatted(subject, more))
        .statusCode(200);
  }

  private ValidatableResponse simulate(String draft) {
    log.await();
    return all(draft, "'application': 'warehouse'");
  }

  private ValidatableResponse all(String draft, String decisions) {
    log.await();
    return tenant
        .post("policy/simulate", "{'draft': %s, 'decisions': {%s}}".formatted(draft, decisions))
        .statusCode(200);
  }
}
