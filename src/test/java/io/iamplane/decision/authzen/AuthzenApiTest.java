package io.iamplane.decision.authzen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasKey;
import static org.hamcrest.Matchers.matchesRegex;
import static org.hamcrest.Matchers.startsWith;

import io.iamplane.change.Change;
import io.iamplane.directory.user.CreateUserRequest;
import io.iamplane.grant.NewGrant;
import io.iamplane.shared.SubjectRef;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.RestAssured;
import io.restassured.http.ContentType;
import io.restassured.response.Response;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** AuthZEN's rules for one evaluation, and for all requests. */
@QuarkusTest
class AuthzenApiTest extends DocsTenant {

  @Test
  void aDefaultAnswerIsBare() {
    evaluate("{" + ANN + "}").statusCode(200).contentType("application/json");
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

  /**
   * All owners of d1 at once: by names of the model, not by permissions, which may be denied to
   * one.
   */
  @Test
  void aUsersetMayBeTheSubject() {
    String owners = ANN.replace("'type': 'user', 'id': 'ann'", "'type': 'doc', 'id': 'd1#owner'");
    assertThat(text("{" + owners.replace("read", "owner") + "}")).isEqualTo(TRUE);
    assertThat(text("{" + owners.replace("read", "can_share") + "}")).isEqualTo(TRUE);
    explained(owners, "{'explain': true}")
        .body("decision", equalTo(false))
        .body("context.reason_code", equalTo("subject_is_a_set"));
    String searcher = platform.token(platform.administrator(tenant));
    String search =
        "{"
            + owners.replace("read", "can_share").replace("'id': 'd1'}", "'id': ''}")
            + ", 'context': {'application': 'docs'}}";
    assertThat(post(searcher, "/access/v1/search/resource", search).asString())
        .startsWith("{\"results\":[{\"type\":\"doc\",\"id\":\"d1\"}]");
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

  /** A request neither adds nor changes the external id of a directory entry. */
  @Test
  void anExternalIdIsTheDirectorysWhateverTheRequestSays() {
    CreateUserRequest bob = CreateUserRequest.of(null, "Bob", Map.of("external_id", "ann"));
    String bobs =
        changes
            .record(
                Change.policy(
                    platform.command(), tenant.id(), recording -> users.create(recording, bob)))
            .id()
            .toString();
    NewGrant toOwners =
        NewGrant.permission(new SubjectRef("user", "*"), "docs:doc.send")
            .when("subject.external_id == resource.owner")
            .build();
    changes.record(
        Change.policy(
            platform.command(), tenant.id(), recording -> grants.create(recording, toOwners)));
    String body =
        "{'subject': {'type': 'user', 'id': '%s', 'properties': {'external_id': '%s'}}, 'action':"
            + " {'name': 'send'}, 'resource': {'type': 'doc', 'id': 'x', 'properties': {'owner':"
            + " '%s'}}}";
    assertThat(text(body.formatted("ann", "eve", "ann"))).isEqualTo(TRUE);
    assertThat(text(body.formatted("ann", "eve", "eve"))).isEqualTo(FALSE);
    assertThat(text(body.formatted(bobs, "ann", "ann"))).isEqualTo(FALSE);
    assertThat(text(body.formatted(bobs, "bob", "bob"))).isEqualTo(FALSE);
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
        "{                                                 | body is not valid JSON",
        "{'a': 1, 'a': 2}                                  | body is not valid JSON",
        "{}                                                | subject is required",
        "{'subject': 'user:ann'}                           | subject must be an object",
        "{'subject': {'type': 'user'}}                     | subject.id is required",
        "{'subject': {'id': 'ann'}}                        | subject.type is required",
        "{'subject': {'type': 'user', 'id': 7}}            | subject.id must be a string",
        "{'subject': {'type': 'user', 'id': ''}}           | subject.id must be a string",
        "{'subject': {'type': 'user', 'id': null}}         | subject.id is required",
        "{'subject': {'type': 'user', 'id': 'a '}}         | subject.id must not begin or end "
            + "with white space",
        "{'subject': {'type': 'user', 'id': 'a', 'properties': {'x': 1e309}}} | subject.properties must not contain a number beyond",
        "{'subject': {'type': 'user', 'id': 'a', 'properties': []}} | subject.properties must be an object",
        "{'subject': {'type': 'user', 'id': 'a', 'properties': null}} | subject.properties must be an object",
        "{'subject': null}                                 | subject must be an object",
        "{'subject': {'type': 'user', 'id': 'a\\ud800'}}   | an unpaired surrogate",
        "{'subject': {'type': 'user', 'id': 'a\\udc00\\ud800'}} | an unpaired surrogate",
        "{'a\\udfff': [[1]]}                               | an unpaired surrogate",
        "{'a': [{'b': ['\\ud800']}]}                       | an unpaired surrogate",
        "{'subject': {'type': 'user', 'id': 'a'}}          | action is required",
        "{'subject': {'type': 'user', 'id': 'a'}, 'action': 'read'} | action must be an object",
        "{'subject': {'type': 'user', 'id': 'a'}, 'action': {}} | action.name is required",
        "{'subject': {'type': 'user', 'id': 'a'}, 'action': {'name': 'r'}} | resource is required",
        "{'subject': {'type': 'user', 'id': 'a'}, 'action': {'name': 'r'}, 'resource': {'id': "
            + "'x'}} | resource.type is required",
        "{'subject': {'type': 'user', 'id': 'a'}, 'action': {'name': 'r'}, 'resource': {'type': 'd', 'id': 'x'}, 'context': 7} | context must be an object",
        "{'subject': {'type': 'user', 'id': 'a'}, 'action': {'name': 'r'}, 'resource': {'type': 'd', 'id': 'x'}, 'context': null} | context must be an object"
      })
  void aBadRequestIs400WithAMessage(String body, String message) {
    for (String endpoint : List.of(EVALUATION, EVALUATIONS)) {
      Response response = post(token, endpoint, body == null ? "" : body);
      assertThat(response.statusCode()).isEqualTo(400);
      assertThat(response.asString()).startsWith("\"").endsWith("\"").contains(message);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{'evaluations': null}                        | evaluations must be an array",
        "{'options': null}                            | options must be an object",
        "{'options': {'evaluations_semantic': null}}  | options.evaluations_semantic must be",
        "{'options': {'evaluations_semantic': true}}  | options.evaluations_semantic must be"
      })
  void nullIsNoWayToLeaveOutAMemberOfABatch(String members, String message) {
    String body = "{" + ANN + ", " + members.substring(1);
    Response response = post(token, EVALUATIONS, body);
    assertThat(response.statusCode()).isEqualTo(400);
    assertThat(response.asString()).contains(message);
  }

  /** With a replacement character in the place of invalid bytes, two ids would become one. */
  @Test
  void bytesThatAreNotUtf8AreRefused() {
    for (String text :
        List.of("ann\u00ff", "\u00c0\u00af", "\u00ed\u00a0\u0080", "\u00f5\u0080\u0080\u0080")) {
      byte[] body =
          json("{" + ANN.replace("ann", text) + "}").getBytes(StandardCharsets.ISO_8859_1);
      for (String endpoint : List.of(EVALUATION, EVALUATIONS)) {
        platform
            .as(token)
            .contentType(ContentType.JSON)
            .body(body)
            .post(endpoint)
            .then()
            .statusCode(400)
            .body(equalTo("\"the body is not valid UTF-8\""));
      }
    }
  }

  @Test
  void lettersBeyondAsciiAreRead() {
    for (String text : List.of("Grü\u00df", "\ud83d\ude00", "\\ud83d\\ude00")) {
      assertThat(text("{" + ANN.replace("ann", text) + "}")).isEqualTo(FALSE);
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

  /** The specification allows any text; an id that no header can hold is left out. */
  @ParameterizedTest
  @ValueSource(strings = {"two words, \"quoted\"", "{\"id\": 7}", "tab\tinside", "<script>"})
  void anyRequestIdComesBackAsItIs(String id) {
    assertThat(echoed(id)).isEqualTo(id);
  }

  @Test
  void aRequestIdIsAsLongAsAHeaderMayWellBe() {
    assertThat(echoed("x".repeat(1024))).hasSize(1024);
    assertThat(echoed("x".repeat(1025))).isNull();
  }

  /** It goes into logs and records only as far as it can do no harm there. */
  @Test
  void aFreeRequestIdDoesNotBecomeTheCorrelationId() {
    platform
        .as(token)
        .header("X-Request-ID", "two words")
        .get(EVALUATION)
        .then()
        .header("Correlation-Id", matchesRegex("[0-9a-f-]{36}"))
        .body("correlation_id", matchesRegex("[0-9a-f-]{36}"));
  }

  private String echoed(String id) {
    return platform
        .as(token)
        .header("X-Request-ID", id)
        .contentType(ContentType.JSON)
        .body(json("{" + ANN + "}"))
        .post(EVALUATION)
        .header("X-Request-ID");
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
  void metadataComesFromTheConfiguration() {
    RestAssured.given()
        .header("Host", "evil.example")
        .get("/.well-known/authzen-configuration")
        .then()
        .statusCode(200)
        .contentType("application/json")
        .body("policy_decision_point", equalTo(issuer))
        .body("access_evaluation_endpoint", equalTo(issuer + EVALUATION))
        .body("access_evaluations_endpoint", equalTo(issuer + EVALUATIONS))
        .body("search_subject_endpoint", equalTo(issuer + AuthzenSearchResource.SUBJECT))
        .body("search_resource_endpoint", equalTo(issuer + AuthzenSearchResource.RESOURCE))
        .body("search_action_endpoint", equalTo(issuer + AuthzenSearchResource.ACTION))
        .body("size()", equalTo(6));
  }

  @Test
  void whoLacksThePermissionIsRefused() {
    String withoutRights = platform.token(platform.clientWithoutRights(tenant));
    for (String endpoint : List.of(EVALUATION, EVALUATIONS)) {
      assertThat(post(withoutRights, endpoint, "{" + ANN + "}").statusCode()).isEqualTo(403);
    }
  }
}
