package io.iamplane.decision.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.notNullValue;
import static org.hamcrest.Matchers.nullValue;

import com.fasterxml.jackson.databind.JsonNode;
import io.iamplane.decision.log.FlushedLog;
import io.iamplane.directory.client.IssuedClient;
import io.iamplane.testing.AdminTenant;
import io.iamplane.testing.AnswerJson;
import io.iamplane.testing.TestPlatform;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.ValidatableResponse;
import jakarta.inject.Inject;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every decision is recorded, and shown to authorized readers of its own organization. */
@QuarkusTest
class DecisionLogApiTest {

  @Inject TestPlatform platform;
  @Inject FlushedLog log;

  private AdminTenant tenant;
  private String ann;

  @BeforeEach
  void aWarehouse() {
    tenant = new AdminTenant(platform);
    tenant.apply("warehouse", AdminTenant.WAREHOUSE);
    ann = tenant.made("users", "{'name': 'Ann', 'external_id': 'ann'}");
    tenant.made(
        "grants",
        "{'subject': 'user:%s', 'privilege_type': 'role', 'privilege_key': 'warehouse:clerk'}"
            .formatted(ann));
  }

  @Test
  void aRecordSaysWhatWasAskedByWhomAndWhatCameOfIt() {
    String id =
        decide(
            "check",
            "{'subject': 'user:ann', 'permission': 'warehouse:stock.read', 'context': {'shift':"
                + " 'late', 'items': [1, 2.5]}, 'resource': 'site:1'}",
            "/data/decision_id");

    recorded(id)
        .body("data.id", equalTo(id))
        .body("data.kind", equalTo("check"))
        .body("data.outcome", equalTo("allow"))
        .body("data.reason_code", equalTo("granted_by_grant"))
        .body("data.subject", equalTo("user:" + ann))
        .body("data.subject_asked", equalTo("user:ann"))
        .body("data.application", equalTo("warehouse"))
        .body("data.key", equalTo("warehouse:stock.read"))
        .body("data.asked.name", equalTo("warehouse:stock.read"))
        .body("data.resource", equalTo("site:1"))
        .body("data.context.shift", equalTo("late"))
        .body("data.context.items", equalTo(List.of(1, 2.5)))
        .body("data.inputs", equalTo("complete"))
        .body("data.matched[0].type", equalTo("grant"))
        .body("data.asked_by", equalTo(platform.subject(tenant.administrator()).toString()))
        .body("data.client_id", equalTo(tenant.administrator().clientId()))
        .body("data.policy_version", notNullValue())
        .body("data.at", notNullValue());
  }

  @Test
  void whatThePolicyDoesNotKnowIsRecordedInTheQuestionsOwnWords() {
    String id =
        decide("check", "{'subject': 'user:nobody', 'permission': 'made:up'}", "/data/decision_id");

    recorded(id)
        .body("data.key", equalTo(""))
        .body("data.application", equalTo(""))
        .body("data.asked.name", equalTo("made:up"))
        .body("data.subject", equalTo("user:nobody"))
        .body("data.subject_asked", nullValue())
        .body("data.outcome", equalTo("deny"))
        .body("data.reason_code", equalTo("permission_unknown"));
  }

  @Test
  void batchesExplanationsAndEvaluationsAreRecordedLikeSingleChecks() {
    List<String> ids = new ArrayList<>();
    ids.add(
        decide(
            "explain",
            "{'subject': 'user:ann', 'permission': 'warehouse:stock.adjust'}",
            "/data/decision_id"));
    JsonNode batch =
        AnswerJson.at(
            tenant
                .post(
                    "decisions/batch",
                    "{'subject': 'user:ann', 'checks': [{'permission': 'warehouse:stock.read'},"
                        + " {'permission': 'warehouse:stock.adjust'}]}")
                .statusCode(200),
            "/data/decisions");
    batch.forEach(each -> ids.add(each.path("decision_id").asText()));
    JsonNode evaluations =
        AnswerJson.at(
            tenant
                .request()
                .contentType("application/json")
                .body(
                    """
                    {"subject": {"type": "user", "id": "ann"}, "resource": {"type": "site", "id": "1"},
                     "action": {"name": "keeper"},
                     "context": {"application": "warehouse", "explain": true},
                     "evaluations": [{}, {"action": 7}, {"resource": {"type": "site", "id": "2"}}]}
                    """)
                .post("/access/v1/evaluations")
                .then()
                .statusCode(200),
            "/evaluations");
    evaluations.forEach(each -> {
      if (each.at("/context").has("decision_id")) {
        ids.add(each.at("/context/decision_id").asText());
      }
    });
    assertThat(ids).as("but for the one that is no question").hasSize(5);

    ids.forEach(id -> recorded(id).body("data.id", equalTo(id)));
    recorded(ids.getFirst()).body("data.kind", equalTo("explain"));
    recorded(ids.getLast())
        .body("data.asked.name", equalTo("keeper"))
        .body("data.key", equalTo("site#keeper"));
    listed("user:" + ann, 5);
  }

  @Test
  void theListIsWhatItsFilterLeavesTheLatestFirst() {
    String bob = tenant.made("users", "{'name': 'Bob'}");
    List<String> expected = new ArrayList<>();
    for (int i = 0; i < 60; i++) {
      String subject = i % 3 == 0 ? ann : bob;
      String id =
          decide(
              "check",
              "{'subject': 'user:%s', 'permission': 'warehouse:stock.%s', 'resource': 'site:%d'}"
                  .formatted(subject, i % 2 == 0 ? "read" : "adjust", i % 5),
              "/data/decision_id");
      if (i % 3 == 0 && i % 2 != 0) {
        expected.addFirst(id);
      }
    }
    listed("user:" + ann, 20);

    assertThat(ids("subject=user:" + ann + "&key=warehouse:stock.adjust&limit=3"))
        .containsExactlyElementsOf(expected);
    assertThat(ids("outcome=deny&subject=user:" + ann)).containsExactlyElementsOf(expected);
    assertThat(ids("outcome=allow&subject=user:" + bob)).isEmpty();
    assertThat(ids("reason_code=explicit_deny")).isEmpty();
    assertThat(ids("resource=site:4&limit=100")).hasSize(12);
    assertThat(ids("subject=user:" + ann + "&to=2020-01-01T00:00:00Z")).isEmpty();
    assertThat(ids("subject=user:" + ann + "&from=2020-01-01T00:00:00Z&limit=7")).hasSize(20);
    assertThat(ids("outcome=step_up")).isEmpty();
    assertThat(ids("subject=user:" + ann + "&except_app=iam")).hasSize(20);
    assertThat(ids("subject=user:" + ann + "&except_app=warehouse")).isEmpty();
  }

  @Test
  void theFilterKnowsExternalIdsAlsoOfDecisionsBeforeThereWasTheEntry() {
    String check = "{'subject': 'user:zoe', 'permission': 'warehouse:stock.read'}";
    String before = decide("check", check, "/data/decision_id");
    String zoe = tenant.made("users", "{'name': 'Zoe', 'external_id': 'zoe'}");
    String after = decide("check", check, "/data/decision_id");
    recorded(after).body("data.subject", equalTo("user:" + zoe));

    assertThat(ids("subject=user:zoe")).containsExactly(after, before);
    assertThat(ids("subject=user:" + zoe)).containsExactly(after);
    assertThat(ids("subject=user:ann")).isEmpty();
  }

  /** Else one request would keep all decisions from being written, and so deny them all. */
  @Test
  void halfASurrogatePairHoldsUpNoOnesLog() {
    String half = "\\ud800";
    int status =
        tenant
            .raw(
                "POST",
                "decisions/check",
                "{'subject': 'user:%1$s', 'permission': 'a:%1$s', 'context': {'%1$s': '%1$s'}}"
                    .formatted(half))
            .statusCode();
    assertThat(status).isIn(200, 400, 422);
    String id =
        decide("check", "{'subject': 'user:ann', 'permission': 'a:b'}", "/data/decision_id");

    recorded(id);
    tenant.get("decisions").statusCode(200);
  }

  @Test
  void anotherOrganizationsDecisionIsNotFound() {
    String id =
        decide("check", "{'subject': 'user:ann', 'permission': 'a:b'}", "/data/decision_id");
    recorded(id);
    AdminTenant other = new AdminTenant(platform);

    other.get("decisions/" + id).statusCode(404);
    other.get("decisions?subject=user:" + ann).statusCode(200).body("data", hasSize(0));
    tenant.get("decisions/" + AdminTenant.UNKNOWN_ID).statusCode(404);
    tenant.get("decisions/anything").statusCode(404);
  }

  @Test
  void whatTheControlPlaneDecidesIsRecordedAndToAskForDecisionsOnlyWhenItIsDenied() {
    IssuedClient robot = platform.clientWithoutRights(tenant.organization());
    String subject = platform.subject(robot).toString();
    AdminTenant asRobot = tenant.as(platform.token(robot));
    asRobot.get("users").statusCode(403);
    asRobot.post("decisions/check", "{'subject': 'user:ann', 'permission': 'a:b'}").statusCode(403);
    String administrator = platform.subject(tenant.administrator()).toString();
    tenant.get("users").statusCode(200);
    tenant.allows("user:ann", "warehouse:stock.read");

    listed(subject, 2);
    tenant
        .get("decisions?subject=" + subject + "&key=iam:decisions.check")
        .body("data", hasSize(1))
        .body("data[0].kind", equalTo("gate"))
        .body("data[0].application", equalTo("iam"))
        .body("data[0].outcome", equalTo("deny"));
    assertThat(ids("subject=" + administrator + "&key=iam:users.read")).hasSize(1);
    assertThat(ids("subject=" + administrator + "&key=iam:decisions.check")).isEmpty();
  }

  @Test
  void whoMayNotReadDecisionsReadsNone() {
    IssuedClient robot = platform.clientWithoutRights(tenant.organization());

    tenant
        .as(platform.token(robot))
        .get("decisions")
        .statusCode(403)
        .body("detail", containsString("iam:decisions.read"));
  }

  @ParameterizedTest
  @CsvSource({
    "subject=ann, subject",
    "resource=1, resource",
    "outcome=maybe, outcome",
    "reason_code=because, reason_code",
    "from=now, from",
    "from=2026-01-02T00:00:00Z&to=2026-01-01T00:00:00Z, to",
    "limit=0, limit",
    "cursor=abc, cursor"
  })
  void whatIsNoFilterIsRefusedByTheNameOfTheParameter(String query, String name) {
    tenant.get("decisions?" + query).statusCode(422).body("errors." + name + "[0]", notNullValue());
  }

  private String decide(String operation, String body, String pointer) {
    return AnswerJson.text(tenant.post("decisions/" + operation, body).statusCode(200), pointer);
  }

  /** The record, once it is written. */
  private ValidatableResponse recorded(String id) {
    log.await();
    return tenant.get("decisions/" + id).statusCode(200);
  }

  private void listed(String subject, int number) {
    log.await();
    assertThat(ids("limit=100&subject=" + subject)).hasSize(number);
  }

  /** The ids of all pages. */
  private List<String> ids(String query) {
    List<String> all = new ArrayList<>();
    String cursor = "";
    do {
      JsonNode page = AnswerJson.at(tenant.get("decisions?" + query + cursor).statusCode(200), "");
      JsonNode data = page.path("data");
      IntStream.range(0, data.size()).forEach(i -> all.add(data.get(i).path("id").asText()));
      cursor =
          page.path("next_cursor").isNull() ? null : "&cursor=" + page.path("next_cursor").asText();
    } while (cursor != null);
    return all;
  }
}
