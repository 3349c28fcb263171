package io.iamplane.decision.authzen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasKey;
import static org.hamcrest.Matchers.nullValue;
import static org.hamcrest.Matchers.startsWith;

import io.iamplane.change.Change;
import io.iamplane.change.Changes;
import io.iamplane.change.Recording;
import io.iamplane.directory.Organization;
import io.iamplane.directory.user.NewUser;
import io.iamplane.directory.user.UserService;
import io.iamplane.grant.GrantService;
import io.iamplane.grant.NewGrant;
import io.iamplane.grant.install.ManifestInstaller;
import io.iamplane.grant.relation.NewRelation;
import io.iamplane.grant.relation.RelationService;
import io.iamplane.shared.SubjectRef;
import io.iamplane.testing.Manifests;
import io.iamplane.testing.TestPlatform;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.RestAssured;
import io.restassured.http.ContentType;
import io.restassured.response.Response;
import io.restassured.response.ValidatableResponse;
import jakarta.inject.Inject;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** AuthZEN's rules, one by one. */
@QuarkusTest
class AuthzenApiTest {

  private static final String EVALUATION = "/access/v1/evaluation";
  private static final String EVALUATIONS = "/access/v1/evaluations";
  private static final String TRUE = "{\"decision\":true}";
  private static final String FALSE = "{\"decision\":false}";
  private static final String ANN =
      "'subject': {'type': 'user', 'id': 'ann'}, 'action': {'name': 'read'}, 'resource': {'type':"
          + " 'doc', 'id': 'd1'}";

  @ConfigProperty(name = "iam.issuer")
  String issuer;

  @Inject TestPlatform platform;
  @Inject Changes changes;
  @Inject ManifestInstaller manifests;
  @Inject UserService users;
  @Inject GrantService grants;
  @Inject RelationService relations;

  private Organization tenant;
  private String token;

  @BeforeEach
  void tenantWithAnApplication() {
    tenant = platform.tenant();
    token =
        platform.token(
            manifests
                .apply(
                    platform.command(),
                    tenant.id(),
                    Manifests.parse(
                        """
                        {"schema": "iam.manifest.v2", "app": {"key": "docs", "name": "Docs"},
                         "permissions": [
                           {"key": "doc.read", "resource": "doc", "action": "read"},
                           {"key": "doc.sign", "resource": "doc", "action": "sign",
                            "required_aal": "aal3"},
                           {"key": "doc.send", "resource": "doc", "action": "send"}],
                         "types": {"doc": {"relations": {"owner": "user"},
                           "permissions": {"can_share": "owner"}}}}
                        """))
                .issued()
                .orElseThrow());
    changes.record(Change.policy(platform.command(), tenant.id(), this::allow));
  }

  private Object allow(Recording recording) {
    SubjectRef ann = users.create(recording, NewUser.of("ann", "Ann", Map.of())).subject();
    SubjectRef doc = new SubjectRef("doc", "d1");
    for (String permission : List.of("docs:doc.read", "docs:doc.sign")) {
      grants.create(recording, NewGrant.permission(ann, permission).on(doc).build());
    }
    grants.create(
        recording,
        NewGrant.permission(ann, "docs:doc.send")
            .when("resource.size < 3 && action.by == 'post' && context.hour > 8")
            .build());
    return relations.write(recording, List.of(NewRelation.of(ann, null, "owner", doc)));
  }

  @Test
  void aDefaultAnswerIsBare() {
    evaluate("{" + ANN + "}").statusCode(200).contentType(ContentType.JSON);
    assertThat(text("{" + ANN + "}")).isEqualTo(TRUE);
    assertThat(text("{" + ANN.replace("d1", "d2") + "}")).isEqualTo(FALSE);
    assertThat(text("{" + ANN.replace("ann", "bob") + "}")).isEqualTo(FALSE);
  }

  @Test
  void anActionIsAPermissionElseANameOfTheModel() {
    assertThat(text("{" + ANN.replace("read", "can_share") + "}")).isEqualTo(TRUE);
    assertThat(text("{" + ANN.replace("read", "owner") + "}")).isEqualTo(TRUE);
    assertThat(text("{" + ANN.replace("read", "fly") + "}")).isEqualTo(FALSE);
    explained(ANN.replace("read", "fly"), "{'explain': true}")
        .body("context.reason_code", equalTo("permission_unknown"));
    explained(ANN.replace("read", "owner"), "{'explain': true}")
        .body("context.reason_code", equalTo("granted_by_relation"));
  }

  @Test
  void propertiesAndContextReachTheConditions() {
    String body =
        "{'subject': {'type': 'user', 'id': 'ann'}, 'action': {'name': 'send', 'properties':"
            + " {'by': '%s'}}, 'resource': {'type': 'doc', 'id': 'x', 'properties': {'size': %s}},"
            + " 'context': {'hour': %s}}";
    assertThat(text(body.formatted("post", "2", "9"))).isEqualTo(TRUE);
    assertThat(text(body.formatted("air", "2", "9"))).isEqualTo(FALSE);
    assertThat(text(body.formatted("post", "2.5", "9"))).isEqualTo(TRUE);
    assertThat(text(body.formatted("post", "3", "9"))).isEqualTo(FALSE);
    assertThat(text(body.formatted("post", "2", "'late'"))).isEqualTo(FALSE);
  }

  @Test
  void theApplicationIsTheClientsOwnOrTheContexts() {
    String administrator = platform.token(platform.administrator(tenant));
    assertThat(post(administrator, EVALUATION, "{" + ANN + "}").asString()).isEqualTo(FALSE);
    String named = "{" + ANN + ", 'context': {'application': 'docs'}}";
    assertThat(post(administrator, EVALUATION, named).asString()).isEqualTo(TRUE);
    post(administrator, EVALUATION, "{" + ANN + ", 'context': {'explain': true}}")
        .then()
        .body("context.reason_code", equalTo("application_unknown"));
  }

  @Test
  void reasonsComeWhenAskedFor() {
    explained(ANN, "{'explain': true}")
        .body("decision", equalTo(true))
        .body("context.reason_code", equalTo("granted_by_grant"))
        .body("context.matched[0].key", equalTo("docs:doc.read"))
        .body("context", hasKey("decision_id"))
        .body("context", hasKey("policy_version"));
    for (String context : List.of("{}", "{'explain': false}", "{'explain': 'yes'}")) {
      assertThat(text("{" + ANN + ", 'context': " + context + "}")).isEqualTo(TRUE);
    }
  }

  @Test
  void aStepUpIsADenialAndAnObligationWhereSupported() {
    String sign = ANN.replace("read", "sign");
    assertThat(text("{" + sign + "}")).isEqualTo(FALSE);
    assertThat(text("{" + sign + ", 'context': {'supported_obligations': ['step-up']}}"))
        .isEqualTo(
            "{\"decision\":false,\"context\":{\"obligations\":[{\"type\":\"step-up\","
                + "\"acr_values\":[\"aal3\"]}]}}");
    assertThat(text("{" + sign + ", 'context': {'supported_obligations': ['other']}}"))
        .isEqualTo(FALSE);
    assertThat(text("{" + sign + ", 'context': {'current_aal': 'aal3'}}")).isEqualTo(TRUE);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "                                                  | body must be a JSON object",
        "[]                                                | body must be a JSON object",
        "null                                              | body must be a JSON object",
        "{                                                 | body is not JSON",
        "{'a': 1, 'a': 2}                                  | body is not JSON",
        "{}                                                | subject is needed",
        "{'subject': 'user:ann'}                           | subject must be an object",
        "{'subject': {'type': 'user'}}                     | subject.id is needed",
        "{'subject': {'id': 'ann'}}                        | subject.type is needed",
        "{'subject': {'type': 'user', 'id': 7}}            | subject.id must be a text",
        "{'subject': {'type': 'user', 'id': ''}}           | subject.id must be a text",
        "{'subject': {'type': 'user', 'id': null}}         | subject.id is needed",
        "{'subject': {'type': 'user', 'id': 'a', 'properties': []}} | subject.properties must be an object",
        "{'subject': {'type': 'user', 'id': 'a'}}          | action is needed",
        "{'subject': {'type': 'user', 'id': 'a'}, 'action': 'read'} | action must be an object",
        "{'subject': {'type': 'user', 'id': 'a'}, 'action': {}} | action.name is needed",
        "{'subject': {'type': 'user', 'id': 'a'}, 'action': {'name': 'r'}} | resource is needed",
        "{'subject': {'type': 'user', 'id': 'a'}, 'action': {'name': 'r'}, 'resource': {'id': 'x'}} | resource.type is needed",
        "{'subject': {'type': 'user', 'id': 'a'}, 'action': {'name': 'r'}, 'resource': {'type': 'd', 'id': 'x'}, 'context': 7} | context must be an object"
      })
  void aBadRequestIs400WithAMessage(String body, String message) {
    for (String endpoint : List.of(EVALUATION, EVALUATIONS)) {
      Response response = post(token, endpoint, body == null ? "" : body);
      assertThat(response.statusCode()).isEqualTo(400);
      assertThat(response.asString()).startsWith("\"").endsWith("\"").contains(message);
    }
  }

  @Test
  void unknownMembersAreIgnored() {
    assertThat(text("{" + ANN + ", 'more': {'a': [1]}}")).isEqualTo(TRUE);
    assertThat(text("{" + ANN.replace("'id': 'ann'", "'id': 'ann', 'more': 1") + "}"))
        .isEqualTo(TRUE);
  }

  @Test
  void anotherContentTypeIs400AndAnotherMethod405() {
    for (String endpoint : List.of(EVALUATION, EVALUATIONS)) {
      for (String type : List.of("text/plain", "application/xml", "application/json-patch+json")) {
        platform
            .as(token)
            .contentType(type)
            .body("{}")
            .post(endpoint)
            .then()
            .statusCode(400)
            .body(startsWith("\"the content type"));
      }
      platform
          .as(token)
          .contentType("application/json; charset=utf-8")
          .body(json("{" + ANN + "}"))
          .post(endpoint)
          .then()
          .statusCode(200);
      platform.as(token).get(endpoint).then().statusCode(405);
      platform.as(token).put(endpoint).then().statusCode(405);
    }
  }

  @Test
  void theRequestIdComesBackOnEveryAnswer() {
    for (String body : List.of("{" + ANN + "}", "{}", "[")) {
      platform
          .as(token)
          .header("X-Request-ID", "bfe9eb29-ab87-4ca3-be83-a1d5d8305716")
          .contentType(ContentType.JSON)
          .body(json(body))
          .post(EVALUATION)
          .then()
          .header("X-Request-ID", "bfe9eb29-ab87-4ca3-be83-a1d5d8305716");
    }
    RestAssured.given()
        .header("X-Request-ID", "abc")
        .contentType(ContentType.JSON)
        .body("{}")
        .post(EVALUATION)
        .then()
        .statusCode(401)
        .header("X-Request-ID", "abc");
    platform
        .as(token)
        .header("X-Request-ID", "abc")
        .get(EVALUATION)
        .then()
        .statusCode(405)
        .header("X-Request-ID", "abc");
  }

  @Test
  void aBatchAnswersInOrderAndBare() {
    assertThat(
            batch(
                "{'subject': {'type': 'user', 'id': 'ann'}, 'action': {'name': 'read'},"
                    + " 'evaluations': [{'resource': {'type': 'doc', 'id': 'd1'}},"
                    + " {'resource': {'type': 'doc', 'id': 'd2'}}]}"))
        .isEqualTo("{\"evaluations\":[" + TRUE + "," + FALSE + "]}");
  }

  @Test
  void withoutItemsItIsASingleEvaluation() {
    assertThat(batch("{" + ANN + "}")).isEqualTo(TRUE);
    assertThat(batch("{" + ANN + ", 'evaluations': []}")).isEqualTo(TRUE);
    assertThat(batch("{" + ANN + ", 'evaluations': null}")).isEqualTo(TRUE);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        // item | answer
        "{}                                                    | true",
        "{'subject': {'type': 'user', 'id': 'bob'}}            | false",
        "{'subject': {'id': 'bob'}}                            | false",
        "{'subject': {'type': 'user'}}                         | true",
        "{'subject': {'type': 'robot'}}                        | false",
        "{'subject': {}}                                       | true",
        "{'subject': null}                                     | true",
        "{'action': {'name': 'fly'}}                           | false",
        "{'action': {'properties': {'by': 'post'}}}            | true",
        "{'resource': {'id': 'd2'}}                            | false",
        "{'resource': {'type': 'doc', 'id': 'd1'}}             | true",
        "{'context': {'application': 'nowhere'}}               | false",
        "{'context': {}}                                       | true"
      })
  void anItemsObjectStandsInPlaceOfTheDefaultButForMissingNames(String item, boolean allowed) {
    assertThat(batch("{" + ANN + ", 'evaluations': [" + item + "]}"))
        .isEqualTo("{\"evaluations\":[" + (allowed ? TRUE : FALSE) + "]}");
  }

  @Test
  void propertiesAreNeverMerged() {
    String body =
        "{'subject': {'type': 'user', 'id': 'ann'}, 'action': {'name': 'send', 'properties':"
            + " {'by': 'post'}}, 'resource': {'type': 'doc', 'id': 'x', 'properties': {'size': 1}},"
            + " 'context': {'hour': 9}, 'evaluations': [%s]}";
    assertThat(batch(body.formatted("{}"))).contains(TRUE);
    assertThat(batch(body.formatted("{'resource': {'id': 'y'}}"))).contains(FALSE);
    assertThat(batch(body.formatted("{'resource': {'properties': {'size': 2}}}"))).contains(TRUE);
    assertThat(batch(body.formatted("{'action': {'name': 'send'}}"))).contains(FALSE);
    assertThat(batch(body.formatted("{'context': {'day': 1}}"))).contains(FALSE);
  }

  @Test
  void aBadItemIsDeniedAndTheOthersAreNot() {
    post(
            token,
            EVALUATIONS,
            "{'action': {'name': 'read'}, 'resource': {'type': 'doc', 'id': 'd1'}, 'evaluations':"
                + " [{'subject': {'type': 'user', 'id': 'ann'}}, {}, 7, {'subject': {'type':"
                + " 'user', 'id': 'ann'}}]}")
        .then()
        .statusCode(200)
        .body("evaluations.decision", equalTo(List.of(true, false, false, true)))
        .body("evaluations[0].context", nullValue())
        .body("evaluations[1].context.error.status", equalTo(400))
        .body("evaluations[1].context.error.message", equalTo("subject is needed"))
        .body("evaluations[2].context.error.message", equalTo("an evaluation must be an object"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "execute_all            | d1,d2,d1 | true,false,true",
        "deny_on_first_deny     | d1,d2,d1 | true,false",
        "deny_on_first_deny     | d1,d1    | true,true",
        "permit_on_first_permit | d2,d1,d2 | false,true",
        "permit_on_first_permit | d2,d2    | false,false"
      })
  void aSemanticTruncatesTheAnswers(String semantic, String docs, String answers) {
    StringBuilder items = new StringBuilder();
    for (String doc : docs.split(",", -1)) {
      items.append(items.isEmpty() ? "" : ",").append("{'resource': {'id': '" + doc + "'}}");
    }
    List<Boolean> expected = Arrays.stream(answers.split(",", -1)).map(Boolean::valueOf).toList();
    post(
            token,
            EVALUATIONS,
            "{%s, 'options': {'evaluations_semantic': '%s'}, 'evaluations': [%s]}"
                .formatted(ANN, semantic, items))
        .then()
        .statusCode(200)
        .body("evaluations.decision", equalTo(expected));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "'options': {'evaluations_semantic': 'any'}, 'evaluations': [{}]",
        "'options': {'evaluations_semantic': 7}, 'evaluations': [{}]",
        "'options': 7, 'evaluations': [{}]",
        "'evaluations': {}",
        "'evaluations': 'all'"
      })
  void aBadBatchIs400(String members) {
    assertThat(post(token, EVALUATIONS, "{" + ANN + ", " + members + "}").statusCode())
        .isEqualTo(400);
  }

  @Test
  void aBatchHoldsAThousand() {
    String body = "{" + ANN + ", 'evaluations': [{}%s]}";
    assertThat(post(token, EVALUATIONS, body.formatted(", {}".repeat(999))).statusCode())
        .isEqualTo(200);
    assertThat(post(token, EVALUATIONS, body.formatted(", {}".repeat(1_000))).statusCode())
        .isEqualTo(400);
  }

  @Test
  void metadataComesFromTheConfiguration() {
    RestAssured.given()
        .header("Host", "evil.example")
        .get("/.well-known/authzen-configuration")
        .then()
        .statusCode(200)
        .contentType(ContentType.JSON)
        .body("policy_decision_point", equalTo(issuer))
        .body("access_evaluation_endpoint", equalTo(issuer + EVALUATION))
        .body("access_evaluations_endpoint", equalTo(issuer + EVALUATIONS))
        .body("size()", equalTo(3));
  }

  @Test
  void whoLacksThePermissionIsRefused() {
    String nobody = platform.token(platform.nobody(tenant));
    for (String endpoint : List.of(EVALUATION, EVALUATIONS)) {
      assertThat(post(nobody, endpoint, "{" + ANN + "}").statusCode()).isEqualTo(403);
    }
  }

  private ValidatableResponse explained(String members, String context) {
    return evaluate("{" + members + ", 'context': " + context + "}").statusCode(200);
  }

  private ValidatableResponse evaluate(String body) {
    return post(token, EVALUATION, body).then();
  }

  private String text(String body) {
    return post(token, EVALUATION, body).asString();
  }

  private String batch(String body) {
    return post(token, EVALUATIONS, body).asString();
  }

  private Response post(String bearer, String endpoint, String body) {
    return platform.as(bearer).contentType(ContentType.JSON).body(json(body)).post(endpoint);
  }

  private static String json(String text) {
    return text.replace('\'', '"');
  }
}
