package io.iamplane.decision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasItem;
import static org.hamcrest.Matchers.hasKey;

import com.fasterxml.jackson.databind.JsonNode;
import io.iamplane.decision.log.FlushedLog;
import io.iamplane.testing.AdminTenant;
import io.iamplane.testing.AnswerJson;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.ValidatableResponse;
import jakarta.inject.Inject;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Relations that come with a request: at each endpoint, for that request alone, and on record. */
@QuarkusTest
class ContextualRelationsApiTest extends ContextualTenant {

  @Inject FlushedLog log;

  @Test
  void theyHoldForTheirRequestAlone() {
    for (int round = 0; round < 3; round++) {
      check(SUBMITTED).body("data.allowed", equalTo(true));
      tenant
          .post("decisions/check", "{%s}".formatted(VIEW))
          .body("data.allowed", equalTo(false))
          .body("data.reason_code", equalTo("no_matching_grant"));
    }
    assertThat(AnswerJson.at(tenant.get("relations"), "/data")).isEmpty();
    allowed(true, relation("user:ann", "viewer", "doc:new"));
    allowed(
        false,
        relation("user:ann", "viewer", "doc:new")
            + ","
            + relation("user:ann", "banned", "doc:new"));
    allowed(false, relation("user:bob", "viewer", "doc:new"));
    allowed(false, relation("user:ann", "viewer", "doc:other"));
  }

  @Test
  void theyAddToWhatIsStoredAndTakeNothingAway() {
    tenant.post("relations", relation("user:ann", "viewer", "doc:new")).statusCode(200);
    allowed(true, relation("user:ann", "viewer", "doc:new"));
    allowed(
        true, relation("user:ann", "viewer", "doc:new").replace("}", ", 'condition': 'false'}"));
    allowed(true, "");
    allowed(false, relation("user:ann", "banned", "doc:new"));
    allowed(true, "");
  }

  @Test
  void conditionsAndTimesAreThoseOfRelations() {
    String viewer = relation("user:ann", "viewer", "doc:new");
    String hour = "'context': {'hour': %d}, 'contextual_relations': [%s]";
    String early = viewer.replace("}", ", 'condition': 'context.hour < 12'}");
    check(hour.formatted(9, early)).body("data.allowed", equalTo(true));
    check(hour.formatted(13, early)).body("data.allowed", equalTo(false));
    allowed(false, early);
    allowed(true, viewer.replace("}", ", 'valid_until': '2999-01-01T00:00:00Z'}"));
    allowed(false, viewer.replace("}", ", 'valid_from': '2999-01-01T00:00:00Z'}"));
  }

  @Test
  void idsAndExternalIdsNameTheSame() {
    String ann = AnswerJson.text(tenant.get("users/ann"), "/data/id");
    allowed(true, relation("user:" + ann, "viewer", "doc:new"));
    allowed(true, relation("user:ann", "viewer", "doc:new"));
    allowed(false, relation("user:unheard-of", "viewer", "doc:new"));
    AdminTenant other = new AdminTenant(platform);
    String eve = other.made("users", "{'name': 'Eve', 'external_id': 'eve'}");
    for (String each : List.of("user:" + eve, "user:eve", "group:staff#member")) {
      String folder =
          relation(each, "viewer", "folder:f") + "," + relation("folder:f", "parent", "doc:new");
      allowed(false, folder);
      tenant
          .post(
              "decisions/check",
              "{'subject': '%s', 'relation': 'view', 'application': 'docs', 'resource': 'doc:new', 'contextual_relations': [%s]}"
                  .formatted(each.startsWith("group") ? "user:eve" : each, folder))
          .statusCode(200)
          .body("data.reason_code", equalTo("subject_unknown"));
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "user:ann           | viewer | site:1      | [0].object   | must be of a type in the model of docs (doc, folder), not site",
        "user:ann           | owner  | doc:new     | [0].relation | must be a relation that type doc declares (banned, parent, viewer), not owner",
        "user:ann           | view   | doc:new     | [0].relation | must be a relation that type doc declares (banned, parent, viewer), not view",
        "folder:f           | viewer | doc:new     | [0].subject  | must be a subject that relation viewer on doc accepts (user), not folder",
        "user:*             | viewer | doc:new     | [0].subject  | must be a subject that relation viewer on doc accepts (user), not user:*",
        "group:staff#member | viewer | doc:new     | [0].subject  | must be a subject that relation viewer on doc accepts (user), not group#member",
        "user:ann           | member | group:staff | [0].relation | must not be 'member' for a group",
        "user:ann           | viewer | doc:*       | [0].object   | must not have the id '*'",
        "group:*#member     | viewer | doc:new     | [0].subject  | must not combine the id '*' with a relation",
        "ann                | viewer | doc:new     | [0].subject  | must be type:id",
        "user:ann           | viewer | `user:a\\u0000b` | [0].object | must",
      })
  void whatTheModelDoesNotListIsRefusedByPlace(
      String subject, String name, String object, String place, String message) {
    check("'contextual_relations': [%s]".formatted(relation(subject, name, object)))
        .statusCode(422)
        .body("errors.'contextual_relations%s'".formatted(place), hasItem(containsString(message)));
  }

  @Test
  void theFormIsThatOfRelations() {
    String viewer = relation("user:ann", "viewer", "doc:new");
    for (String[] wrong :
        new String[][] {
          {"{'subject': 'user:ann'}", "[0].object"},
          {viewer + ", 7", "[1]"},
          {viewer.replace("}", ", 'more': 1}"), "[0].more"},
          {viewer.replace("}", ", 'condition': '1 +'}"), "[0].condition"},
          {viewer.replace("}", ", 'valid_from': 'soon'}"), "[0].valid_from"},
          {
            viewer.replace(
                "}",
                ", 'valid_from': '2030-01-02T00:00:00Z', 'valid_until': '2030-01-01T00:00:00Z'}"),
            "[0].valid_until"
          },
          {viewer + "," + viewer, "[1].subject"},
        }) {
      check("'contextual_relations': [%s]".formatted(wrong[0]))
          .statusCode(422)
          .body("errors", hasKey("contextual_relations" + wrong[1]));
    }
    check("'contextual_relations': {'a': 1}").statusCode(422);
    check("'contextual_relations': null").statusCode(200);
  }

  @Test
  void aCheckCarriesAHundred() {
    allowed(true, many(100));
    check("'contextual_relations': [%s]".formatted(many(101)))
        .statusCode(422)
        .body("errors.contextual_relations", hasItem(containsString("at most 100")));
  }

  @Test
  void theirTextsAreBounded() {
    String long100 =
        IntStream.range(0, 100)
            .mapToObj(i -> relation("user:ann", "viewer", "doc:" + "x".repeat(243) + (100 + i)))
            .collect(Collectors.joining(","));
    allowed(false, long100);
    String condition = "'condition': 'context.%s'".formatted("y".repeat(100));
    check("'contextual_relations': [%s]".formatted(long100.replace("'}", "', " + condition + "}")))
        .statusCode(422)
        .body("errors.contextual_relations", hasItem(containsString("32,768 characters")));
  }

  @Test
  void aBatchHasThemForAllOrForEach() {
    String none = "'contextual_relations': []";
    String own =
        "'contextual_relations': [%s]".formatted(relation("user:ann", "viewer", "doc:new"));
    batch(
            "{%s, %s, 'checks': [{}, {%s}, {'resource': 'doc:other'}, {}]}"
                .formatted(VIEW, SUBMITTED, none))
        .body("data.decisions.allowed", equalTo(List.of(true, false, false, true)));
    batch("{%s, 'checks': [{}, {%s}, {}, {%s, 'subject': 'user:bob'}]}".formatted(VIEW, own, own))
        .body("data.decisions.allowed", equalTo(List.of(false, true, false, false)));
    String bad = "'contextual_relations': [%s]".formatted(relation("user:ann", "x", "doc:new"));
    tenant
        .post("decisions/batch", "{%s, 'checks': [{}, {%s}]}".formatted(VIEW, bad))
        .statusCode(422)
        .body("errors", hasKey("checks[1].contextual_relations[0].relation"));
    tenant
        .post("decisions/batch", "{%s, %s, 'checks': [{}, {}]}".formatted(VIEW, bad))
        .statusCode(422)
        .body("errors", hasKey("contextual_relations[0].relation"));
  }

  private ValidatableResponse batch(String body) {
    return tenant.post("decisions/batch", body).statusCode(200);
  }

  @Test
  void theChecksOfABatchCarryTenThousandTogether() {
    String shared = "{%s, 'contextual_relations': [%s], 'checks': [%s]}";
    String hundred = String.join(",", Collections.nCopies(100, "{}"));
    batch(shared.formatted(VIEW, many(100), hundred));
    tenant
        .post("decisions/batch", shared.formatted(VIEW, many(100), hundred + ", {}"))
        .statusCode(422)
        .body(
            "errors.'checks[100].contextual_relations'",
            hasItem(containsString("10,000 relations in total")));
  }

  /** To say where a resource lies is to say which resource is asked about; members are not so. */
  @Test
  void scopesOfGrantsFollowThemAndMembershipsDoNot() {
    tenant.made(
        "grants",
        "{'subject': 'user:ann', 'privilege_type': 'permission', 'privilege_key': 'docs:doc.read',"
            + " 'resource': 'folder:f'}");
    String body = "{'subject': 'user:%s', 'permission': 'docs:doc.read', 'resource': 'doc:new'%s}";
    String below =
        ", 'contextual_relations': [%s]".formatted(relation("folder:f", "parent", "doc:new"));
    tenant
        .post("decisions/check", body.formatted("ann", below))
        .body("data.reason_code", equalTo("granted_by_grant"));
    tenant.post("decisions/check", body.formatted("ann", "")).body("data.allowed", equalTo(false));
    tenant
        .post("decisions/check", body.formatted("bob", below))
        .body("data.allowed", equalTo(false));
  }

  @Test
  void theyAreExplained() {
    JsonNode explained =
        AnswerJson.at(
            tenant.post("decisions/explain", "{%s, %s}".formatted(VIEW, SUBMITTED)).statusCode(200),
            "/data");
    assertThat(explained.path("allowed").asBoolean()).isTrue();
    JsonNode own = explained.at("/explanation/contextual_relations");
    assertThat(own).hasSize(2);
    assertThat(own.findValuesAsText("id"))
        .containsExactlyInAnyOrder("contextual_relations[0]", "contextual_relations[1]");
    assertThat(own.findValuesAsText("subject")).containsExactlyInAnyOrder("folder:f", "user:ann");
    tenant
        .post(
            "decisions/explain",
            "{%s, 'contextual_relations': [%s]}"
                .formatted(
                    VIEW,
                    relation("user:ann", "viewer", "doc:new")
                        .replace("}", ", 'condition': 'context.a'}")))
        .body("data.explanation.contextual_relations", equalTo(List.of()))
        .body("data.explanation.failed_conditions[0].on", equalTo("relation"))
        .body("data.explanation.failed_conditions[0].id", equalTo("contextual_relations[0]"));
    tenant
        .post("decisions/explain", "{%s, 'contextual_relations': [{}]}".formatted(VIEW))
        .statusCode(422);
  }

  @Test
  void theyAreOnRecordAndReplayed() {
    String conditional =
        relation("user:ann", "viewer", "doc:new")
            .replace(
                "}", ", 'condition': 'context.hour < 12', 'valid_until': '2999-01-01T00:00:00Z'}");
    String id =
        AnswerJson.text(
            check("'context': {'hour': 9}, 'contextual_relations': [%s]".formatted(conditional)),
            "/data/decision_id");
    allowed(true, many(100));
    check(SUBMITTED);
    allowed(false, "");
    log.await();
    JsonNode record = AnswerJson.at(tenant.get("decisions/" + id).statusCode(200), "/data");
    JsonNode kept = record.at("/contextual_relations/0");
    assertThat(kept.path("subject").asText()).isEqualTo("user:ann");
    assertThat(kept.path("condition").asText()).isEqualTo("context.hour < 12");
    assertThat(kept.path("valid_until").asText()).isEqualTo("2999-01-01T00:00:00Z");
    assertThat(record.path("inputs").asText()).isEqualTo("complete");
    JsonNode replayed =
        AnswerJson.at(
            tenant
                .post("policy/simulate", "{'replay': true, 'decisions': {'application': 'docs'}}")
                .statusCode(200),
            "/data/decisions");
    assertThat(replayed.path("evaluated").asInt()).isEqualTo(4);
    assertThat(replayed.path("groups")).isEmpty();
    assertThat(replayed.path("not_evaluated")).isEmpty();
  }

  @Test
  void anUnknownApplicationIsDeniedAsEver() {
    tenant
        .post(
            "decisions/check",
            "{'subject': 'user:ann', 'relation': 'view', 'application': 'nothing', 'resource': 'doc:new', %s}"
                .formatted(SUBMITTED))
        .statusCode(200)
        .body("data.reason_code", equalTo("application_unknown"));
  }
}
