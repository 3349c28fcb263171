package io.iamplane.grant.relation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasItem;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.nullValue;

import io.iamplane.testing.AdminTenant;
import io.iamplane.testing.TestPlatform;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.ValidatableResponse;
import jakarta.inject.Inject;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Relations that name a condition of their model, over HTTP: written, decided, explained. */
@QuarkusTest
class NamedConditionApiTest {

  private static final String VAULT =
      """
      {"schema": "iam.manifest.v2", "app": {"key": "vault", "name": "Vault"},
       "conditions": {"office_hours": {
         "parameters": {"hour": "int", "from": "int", "until": "int"},
         "expression": "hour >= from && hour < until"}},
       "types": {"safe": {"relations": {
         "opener": "user with office_hours", "viewer": "user"}}}}
      """;

  private static final String ANN =
      "{'subject': 'user:ann', 'relation': 'opener', 'object': 'safe:s1', 'named_condition':"
          + " {'name': 'office_hours', 'values': {'from': 9, 'until': 17}}}";

  @Inject TestPlatform platform;

  private AdminTenant tenant;

  @BeforeEach
  void aTenantWithAModel() {
    tenant = new AdminTenant(platform);
    tenant.apply("vault", VAULT);
    tenant.made("users", "{'name': 'Ann', 'external_id': 'ann'}");
  }

  private ValidatableResponse asked(String how, String context) {
    return tenant
        .post(
            "decisions/" + how,
            "{'subject': 'user:ann', 'relation': 'opener', 'application': 'vault', 'resource':"
                + " 'safe:s1', 'context': "
                + context
                + "}")
        .statusCode(200);
  }

  private boolean opens(String context) {
    return asked("check", context).extract().path("data.allowed");
  }

  @Test
  void storedValuesAndThoseOfTheRequestDecideTogether() {
    tenant
        .post("relations", ANN)
        .statusCode(200)
        .body("data.tuple.condition", nullValue())
        .body("data.tuple.named_condition.name", equalTo("office_hours"))
        .body("data.tuple.named_condition.values.until", equalTo(17));
    assertThat(opens("{'hour': 9}")).isTrue();
    assertThat(opens("{'hour': 17}")).isFalse();
    assertThat(opens("{'hour': 3, 'from': 0}")).isFalse();
    tenant
        .get("relations?filter[object]=safe:s1")
        .body("data[0].named_condition.values.from", equalTo(9));
  }

  @Test
  void aMissingParameterIsNamed() {
    tenant.post("relations", ANN).statusCode(200);
    asked("explain", "{}")
        .body("data.allowed", equalTo(false))
        .body("data.reason_code", equalTo("condition_context_missing"))
        .body("data.explanation.failed_conditions", hasSize(1))
        .body("data.explanation.failed_conditions[0].name", equalTo("office_hours"))
        .body("data.explanation.failed_conditions[0].missing", contains("hour"))
        .body("data.explanation.failed_conditions[0].error", equalTo(true))
        .body(
            "data.explanation.failed_conditions[0].message",
            equalTo("neither the relation nor the request's context provides hour"));
    asked("explain", "{'hour': 'nine'}")
        .body("data.reason_code", equalTo("condition_context_invalid"))
        .body("data.explanation.failed_conditions[0].missing", hasSize(0))
        .body(
            "data.explanation.failed_conditions[0].message",
            containsString("the parameter hour is not an int"));
  }

  @Test
  void listsHoldWhatIsAllowedWithThisContext() {
    tenant.post("relations", ANN).statusCode(200);
    String list =
        "{'subject': 'user:ann', 'relation': 'opener', 'application': 'vault',"
            + " 'type': 'safe', 'context': CONTEXT}";
    tenant
        .post("decisions/list-resources", list.replace("CONTEXT", "{'hour': 10}"))
        .statusCode(200)
        .body("data.resources", hasSize(1));
    tenant
        .post("decisions/list-resources", list.replace("CONTEXT", "{}"))
        .statusCode(200)
        .body("data.resources", hasSize(0));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "'subject': 'user:ann', 'relation': 'opener', 'object': 'safe:s1'| relation |"
            + " relation opener on safe accepts user with office_hours; name the condition in 'named_condition'",
        "'subject': 'user:ann', 'relation': 'viewer', 'object': 'safe:s1', 'named_condition': {'name': 'office_hours'}| relation |"
            + " relation viewer on safe accepts user; the condition office_hours is not allowed",
        "'subject': 'user:ann', 'relation': 'opener', 'object': 'safe:s1', 'named_condition': {'name': 'hours'}| relation |"
            + " relation opener on safe accepts user with office_hours; the condition hours is not allowed",
        "'subject': 'user:ann', 'relation': 'opener', 'object': 'safe:s1', 'condition': 'true', 'named_condition': {'name': 'office_hours'}| named_condition |"
            + " must not be combined with 'condition'",
        "'subject': 'user:ann', 'relation': 'opener', 'object': 'safe:s1', 'named_condition': {'name': 'office_hours', 'values': {'from': 'nine'}}| named_condition.values.from |"
            + " must be an int",
        "'subject': 'user:ann', 'relation': 'opener', 'object': 'safe:s1', 'named_condition': {'name': 'office_hours', 'values': {'to': 1}}| named_condition.values.to |"
            + " unknown parameter; the parameters of condition 'office_hours' are 'from', 'hour', 'until'"
      },
      quoteCharacter = '~')
  void whatTheModelDoesNotListIsRefused(String relation, String member, String message) {
    tenant
        .post("relations", "{" + relation + "}")
        .statusCode(422)
        .body("errors.'" + member + "'[0]", equalTo(message));
  }

  @Test
  void aBatchNamesItsEntry() {
    tenant
        .post(
            "relations",
            "{'writes': ["
                + ANN
                + ", "
                + ANN.replace("safe:s1", "safe:s2").replace("17", "'late'")
                + "]}")
        .statusCode(422)
        .body("errors.'writes[1].named_condition.values.until'[0]", equalTo("must be an int"));
  }

  /** A relation is identified by its ends and its name, not by its condition. */
  @Test
  void valuesAreReplaced() {
    tenant.post("relations", ANN).statusCode(200);
    tenant
        .post("relations", ANN.replace("17", "24"))
        .statusCode(200)
        .body("data.tuple.named_condition.values.until", equalTo(24));
    assertThat(opens("{'hour': 20}")).isTrue();
    tenant.get("relations").body("data", hasSize(1));
    tenant
        .get("events?limit=100")
        .body("data.type", hasItem("iam.relation.updated"))
        .body(
            "data.find { it.type == 'iam.relation.updated' }.data.after.named_condition.name",
            equalTo("office_hours"));
  }

  private ValidatableResponse applied(String manifest) {
    String id =
        tenant
            .post("applications/vault/manifests", manifest)
            .statusCode(201)
            .extract()
            .path("data.id");
    return tenant.post("manifests/" + id + "/apply");
  }

  @Test
  void aConditionThatRelationsNameStays() {
    tenant.post("relations", ANN).statusCode(200);
    applied(VAULT.replace("office_hours", "opening_hours"))
        .statusCode(409)
        .body("detail", containsString("The condition office_hours is in use by relations"));
    applied(
            VAULT
                .replace("\"from\": \"int\"", "\"from\": \"string\"")
                .replace("hour >= from", "size(from) > 0"))
        .statusCode(409)
        .body("detail", containsString("does not accept the values of relation"));
    applied(VAULT.replace("hour < until", "hour <= until")).statusCode(200);
    assertThat(opens("{'hour': 17}")).isTrue();
  }

  @Test
  void aConditionThatNoRelationNamesMayGo() {
    applied(VAULT.replace("office_hours", "opening_hours")).statusCode(200);
    assertThat(opens("{'hour': 10}")).isFalse();
  }

  @Test
  void theModelIsReadAndReplacedWithItsConditions() {
    tenant
        .get("relation-model?application=vault")
        .body("data.conditions.office_hours.expression", equalTo("hour >= from && hour < until"));
    tenant
        .put(
            "relation-model?application=vault",
            "{'types': {'safe': {'relations': {'opener': 'user'}}}}")
        .statusCode(422)
        .body(
            "errors.'conditions.office_hours'[0]",
            containsString("no relation uses this condition"));
    tenant
        .put(
            "relation-model?application=vault",
            "{'types': {'safe': {'relations': {'opener': 'user'}}}, 'conditions': {}}")
        .statusCode(200)
        .body("data.conditions.size()", equalTo(0));
  }
}
