package io.iamplane.decision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasItem;

import com.fasterxml.jackson.databind.JsonNode;
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

/** Contextual relations that name a condition of the model, as stored ones do. */
@QuarkusTest
class ContextualConditionsApiTest {

  private static final String VAULT =
      """
      {"schema": "iam.manifest.v2", "app": {"key": "vault", "name": "Vault"},
       "conditions": {
         "office_hours": {"parameters": {"hour": "int", "from": "int", "until": "int"},
           "expression": "hour >= from && hour < until"},
         "weekend": {"parameters": {"day": "string"}, "expression": "day == \\"sat\\""}},
       "types": {"safe": {"relations": {
         "opener": "user with office_hours | user with weekend", "viewer": "user"},
         "permissions": {"open": "opener"}}}}
      """;

  private static final String QUESTION =
      "'subject': 'user:ann', 'relation': 'opener', 'application': 'vault', 'resource': 'safe:s1'";

  private static final String STORED = "{'from': 9, 'until': 17}";

  @Inject TestPlatform platform;
  @Inject FlushedLog log;

  private AdminTenant tenant;

  @BeforeEach
  void aTenantWithAModel() {
    tenant = new AdminTenant(platform);
    tenant.apply("vault", VAULT);
    tenant.made("users", "{'name': 'Ann', 'external_id': 'ann'}");
  }

  private static String opener(String named) {
    return "{'subject': 'user:ann', 'relation': 'opener', 'object': 'safe:s1'%s}"
        .formatted(named.isEmpty() ? "" : ", 'named_condition': " + named);
  }

  private static String officeHours(String values) {
    return "{'name': 'office_hours', 'values': %s}".formatted(values);
  }

  private ValidatableResponse ask(String how, String context, String relation) {
    return tenant.post(
        "decisions/" + how,
        "{%s, 'context': %s, 'contextual_relations': [%s]}".formatted(QUESTION, context, relation));
  }

  private boolean opens(String context, String relation) {
    return ask("check", context, relation).statusCode(200).extract().path("data.allowed");
  }

  @Test
  void theirValuesAndThoseOfTheContextDecideTogether() {
    String inHours = opener(officeHours(STORED));
    assertThat(opens("{'hour': 9}", inHours)).isTrue();
    assertThat(opens("{'hour': 17}", inHours)).isFalse();
    assertThat(opens("{'hour': 3, 'from': 0}", inHours)).as("stored values win").isFalse();
    assertThat(opens("{'hour': 3, 'from': 0, 'until': 5}", opener("{'name': 'office_hours'}")))
        .as("none are stored")
        .isTrue();
    assertThat(opens("{}", opener("{'name': 'weekend', 'values': {'day': 'sat'}}"))).isTrue();
  }

  @Test
  void aMissingParameterIsNamed() {
    ask("explain", "{}", opener(officeHours(STORED)))
        .statusCode(200)
        .body("data.reason_code", equalTo("condition_context_missing"))
        .body("data.explanation.failed_conditions[0].id", equalTo("contextual_relations[0]"))
        .body("data.explanation.failed_conditions[0].missing", hasItem("hour"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "'' | .subject | accepts (user with office_hours, user with weekend), not user",
        "{'name': 'night'} | .subject | not user with night",
        "{} | .named_condition.name | required",
        "{'name': 7} | .named_condition.name | string",
        "{'name': 'office_hours', 'more': 1} | .named_condition.more | unknown",
        "{'name': 'office_hours', 'values': 7} | .named_condition.values | object",
        "{'name': 'office_hours', 'values': {'from': 'nine'}} | .named_condition.values.from | int",
        "{'name': 'office_hours', 'values': {'from': null}} | .named_condition.values.from | null",
        "{'name': 'weekend', 'values': {'hour': 1}} | .named_condition.values.hour | unknown"
            + " parameter",
        "'office_hours' | .named_condition | object",
      })
  void whatTheModelDoesNotListIsRefusedByPlace(String named, String place, String message) {
    ask("check", "{}", opener(named.equals("''") ? "" : named))
        .statusCode(422)
        .body(
            "errors.'contextual_relations[0]%s'".formatted(place),
            hasItem(containsString(message)));
  }

  @Test
  void aConditionOfItsOwnAndOneOfTheModelAreRefusedTogether() {
    ask(
            "check",
            "{}",
            opener(officeHours(STORED)).replaceFirst("\\{", "{'condition': 'context.a', "))
        .statusCode(422)
        .body(
            "errors.'contextual_relations[0].named_condition'",
            hasItem(containsString("must not be combined with 'condition'")));
  }

  @Test
  void theTextOfTheirValuesCounts() {
    String long1 = "x".repeat(20_000);
    String weekend = opener("{'name': 'weekend', 'values': {'day': '%s'}}".formatted(long1));
    ask("check", "{}", weekend).statusCode(200);
    ask("check", "{}", weekend + ", " + weekend.replace("safe:s1", "safe:s2"))
        .statusCode(422)
        .body("errors.contextual_relations", hasItem(containsString("32,768 characters in total")));
  }

  @Test
  void listsAndAuthzenTakeThem() {
    tenant
        .post(
            "decisions/list-resources",
            "{'subject': 'user:ann', 'relation': 'opener', 'application': 'vault', 'type': 'safe',"
                + " 'context': {'hour': 10}, 'contextual_relations': [%s]}"
                    .formatted(opener(officeHours(STORED))))
        .statusCode(200)
        .body("data.resources.id", hasItem("s1"));
    String evaluation =
        "{'subject': {'type': 'user', 'id': 'ann'}, 'action': {'name': 'open'},"
            + " 'resource': {'type': 'safe', 'id': 's1'},"
            + " 'context': {'application': 'vault', 'hour': %d, 'contextual_relations': [%s]}}";
    for (int hour : new int[] {10, 20}) {
      platform
          .as(tenant.token())
          .contentType("application/json")
          .body(evaluation.formatted(hour, opener(officeHours(STORED))).replace('\'', '"'))
          .post("/access/v1/evaluation")
          .then()
          .statusCode(200)
          .body("decision", equalTo(hour == 10));
    }
  }

  @Test
  void theyAreOnRecordAndReplayed() {
    String id =
        AnswerJson.text(
            ask("check", "{'hour': 9}", opener(officeHours(STORED))).statusCode(200),
            "/data/decision_id");
    ask("check", "{'hour': 20}", opener("{'name': 'office_hours'}")).statusCode(200);
    log.await();
    JsonNode record = AnswerJson.at(tenant.get("decisions/" + id).statusCode(200), "/data");
    JsonNode kept = record.at("/contextual_relations/0");
    assertThat(kept.at("/named_condition/name").asText()).isEqualTo("office_hours");
    assertThat(kept.at("/named_condition/values/until").asInt()).isEqualTo(17);
    assertThat(kept.has("condition")).isFalse();
    assertThat(record.path("inputs").asText()).isEqualTo("complete");
    JsonNode replayed =
        AnswerJson.at(
            tenant
                .post("policy/simulate", "{'replay': true, 'decisions': {'application': 'vault'}}")
                .statusCode(200),
            "/data/decisions");
    assertThat(replayed.path("evaluated").asInt()).isEqualTo(2);
    assertThat(replayed.path("groups")).isEmpty();
    assertThat(replayed.path("not_evaluated")).isEmpty();
  }
}
