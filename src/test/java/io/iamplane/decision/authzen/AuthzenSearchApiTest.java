package io.iamplane.decision.authzen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.equalTo;

import io.iamplane.change.Change;
import io.iamplane.change.Recording;
import io.iamplane.directory.organization.Organization;
import io.iamplane.directory.user.CreateUserRequest;
import io.iamplane.grant.NewGrant;
import io.iamplane.grant.relation.NewRelation;
import io.iamplane.shared.SubjectRef;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.http.ContentType;
import io.restassured.path.json.JsonPath;
import io.restassured.response.Response;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** AuthZEN's rules for searches, and their agreement with evaluations. */
@QuarkusTest
class AuthzenSearchApiTest extends DocsTenant {

  private static final String DOCS = ", 'context': {'application': 'docs'}";
  private static final List<String> ACTIONS =
      List.of("read", "sign", "send", "owner", "can_share", "fly");

  private String searcher;
  private List<String> people;

  @BeforeEach
  void peopleAndDocuments() {
    searcher = platform.token(platform.administrator(tenant));
    people = new ArrayList<>();
    changes.record(Change.policy(platform.command(), tenant.id(), this::share));
  }

  private Object share(Recording recording) {
    for (int i = 0; i < 4; i++) {
      SubjectRef user =
          users.create(recording, CreateUserRequest.of("u" + i, "User " + i, Map.of())).subject();
      people.add(user.id());
      relations.write(
          recording, List.of(NewRelation.of(user, null, "owner", new SubjectRef("doc", "s" + i))));
      grants.create(
          recording,
          NewGrant.permission(user, "docs:doc.read").on(new SubjectRef("doc", "*")).build());
    }
    return grants.create(
        recording,
        NewGrant.permission(new SubjectRef("user", "u3"), "docs:doc.read")
            .on(new SubjectRef("doc", "s0"))
            .denying()
            .build());
  }

  private Response search(String kind, String body) {
    return post(searcher, "/access/v1/search/" + kind, body);
  }

  @Test
  void hitsAreBareAndInOrder() {
    assertThat(
            search(
                    "resource",
                    "{'subject': {'type': 'user', 'id': 'u3'}, 'action': {'name': 'read'},"
                        + " 'resource': {'type': 'doc', 'id': 'ignored'}"
                        + DOCS
                        + "}")
                .asString())
        .isEqualTo(
            "{\"results\":[{\"type\":\"doc\",\"id\":\"d1\"},{\"type\":\"doc\",\"id\":\"s1\"},"
                + "{\"type\":\"doc\",\"id\":\"s2\"},{\"type\":\"doc\",\"id\":\"s3\"}],"
                + "\"page\":{\"next_token\":\"\"}}");
    assertThat(
            search(
                    "subject",
                    "{'subject': {'type': 'user', 'id': 'ignored'}, 'action': {'name': 'owner'},"
                        + " 'resource': {'type': 'doc', 'id': 's2'}"
                        + DOCS
                        + "}")
                .asString())
        .isEqualTo(
            "{\"results\":[{\"type\":\"user\",\"id\":\""
                + people.get(2)
                + "\"}],\"page\":{\"next_token\":\"\"}}");
    assertThat(
            search(
                    "action",
                    "{'subject': {'type': 'user', 'id': 'u1'}, 'resource': {'type': 'doc', 'id':"
                        + " 's1'}"
                        + DOCS
                        + "}")
                .asString())
        .isEqualTo(
            "{\"results\":[{\"name\":\"can_share\"},{\"name\":\"owner\"},{\"name\":\"read\"}],"
                + "\"page\":{\"next_token\":\"\"}}");
  }

  /** Each search, against one evaluation for each answer that it could give. */
  @Test
  void searchesFindWhatEvaluationsAllow() {
    List<String> documents = List.of("d1", "s0", "s1", "s2", "s3");
    List<String> all = new ArrayList<>(people);
    all.add(id("ann"));
    all.sort(null);
    for (String action : ACTIONS) {
      for (String person : all) {
        assertThat(ids("resource", person, action, "", "doc"))
            .as("resources of %s for %s", person, action)
            .isEqualTo(documents.stream().filter(doc -> isAllowed(person, action, doc)).toList());
      }
      for (String document : documents) {
        assertThat(ids("subject", "", action, document, "user"))
            .as("subjects on %s for %s", document, action)
            .isEqualTo(all.stream().filter(person -> isAllowed(person, action, document)).toList());
      }
    }
    for (String person : all) {
      for (String document : documents) {
        List<String> found =
            search("action", question(person, "", document))
                .then()
                .statusCode(200)
                .extract()
                .path("results.name");
        assertThat(found)
            .containsExactlyInAnyOrderElementsOf(
                ACTIONS.stream()
                    .filter(action -> isAllowed(bare(question(person, action, document))))
                    .toList());
      }
    }
  }

  private List<String> ids(
      String kind, String person, String action, String document, String type) {
    JsonPath answer =
        search(kind, question(person, action, document))
            .then()
            .statusCode(200)
            .extract()
            .jsonPath();
    assertThat(answer.<String>getList("results.type")).allMatch(type::equals);
    return answer.getList("results.id");
  }

  private String question(String person, String action, String document) {
    return "{'subject': {'type': 'user', 'id': '%s'}, 'action': {'name': '%s', 'properties':"
            .formatted(person, action.isEmpty() ? "any" : action)
        + " {'by': 'post'}}, 'resource': {'type': 'doc', 'id': '%s', 'properties': {'size': 2}},"
            .formatted(document)
        + " 'context': {'application': 'docs', 'hour': 9, 'current_aal': 'aal2'}}";
  }

  /** An action search asks about no properties of actions. */
  private static String bare(String question) {
    return question.replace("'by': 'post'", "");
  }

  private boolean isAllowed(String person, String action, String document) {
    return isAllowed(question(person, action, document));
  }

  private boolean isAllowed(String question) {
    String answer = post(searcher, EVALUATION, question).asString();
    assertThat(answer).isIn(TRUE, FALSE);
    return answer.equals(TRUE);
  }

  private String id(String external) {
    return platform.as(searcher).get("/api/iam/v1/users/" + external).path("data.id");
  }

  @Test
  void pagesLeadOnAndTheirTokensBelongToThem() {
    String question =
        "{'subject': {'type': 'user', 'id': 'u2'}, 'action': {'name': 'read'}, 'resource':"
            + " {'type': 'doc'}"
            + DOCS
            + "%s}";
    List<String> all = new ArrayList<>();
    String token = null;
    do {
      String page = token == null ? "" : ", 'token': '" + token + "'";
      JsonPath answer =
          search("resource", question.formatted(", 'page': {'limit': 2" + page + "}"))
              .then()
              .statusCode(200)
              .extract()
              .jsonPath();
      all.addAll(answer.getList("results.id"));
      token = answer.getString("page.next_token");
      if (all.size() == 2) {
        refusedElsewhere(question, token);
      }
    } while (!token.isEmpty());
    assertThat(all).containsExactly("d1", "s0", "s1", "s2", "s3");
  }

  private void refusedElsewhere(String question, String token) {
    for (String page :
        List.of(
            "{'limit': 3, 'token': '" + token + "'}",
            "{'token': '" + token + "'}",
            "{'limit': 2, 'token': '" + token.substring(1) + "'}",
            "{'limit': 2, 'token': ''}",
            "{'limit': 2, 'token': 'x'}")) {
      search("resource", question.formatted(", 'page': " + page))
          .then()
          .statusCode(400)
          .body(equalTo("\"page.token must be a token that this search returned\""));
    }
    String page = ", 'page': {'limit': 2, 'token': '" + token + "'}";
    assertThat(search("resource", question.replace("u2", "u1").formatted(page)).statusCode())
        .isEqualTo(400);
    assertThat(search("subject", subjectQuestion(page)).statusCode()).isEqualTo(400);
    Organization other = platform.tenant();
    String stranger = platform.token(platform.administrator(other));
    assertThat(post(stranger, "/access/v1/search/resource", question.formatted(page)).statusCode())
        .isEqualTo(400);
  }

  private static String subjectQuestion(String more) {
    return "{'subject': {'type': 'user'}, 'action': {'name': 'read'}, 'resource': {'type': 'doc',"
        + " 'id': 's1'}"
        + DOCS
        + more
        + "}";
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "subject  |                                   | body must be a JSON object",
        "subject  | {                                 | body is not valid JSON",
        "subject  | {}                                | subject is required",
        "subject  | {'subject': {'id': 'x'}}          | subject.type is required",
        "subject  | {'subject': {'type': 'user'}}     | action is required",
        "subject  | {'subject': {'type': 'user'}, 'action': {'name': 'r'}} | resource is required",
        "subject  | {'subject': {'type': 'user'}, 'action': {'name': 'r'}, 'resource': {'type': 'd'}} | resource.id is required",
        "resource | {'subject': {'type': 'user'}}     | subject.id is required",
        "resource | {'subject': {'type': 'u', 'id': 'a'}, 'action': {'name': 'r'}, 'resource': {}} | resource.type is required",
        "action   | {'subject': {'type': 'u', 'id': 'a'}} | resource is required",
        "action   | {'subject': {'type': 'u', 'id': 'a'}, 'resource': {'type': 'd', 'id': 'x'}, 'page': 7} | page must be an object",
        "action   | {'subject': {'type': 'u', 'id': 'a'}, 'resource': {'type': 'd', 'id': 'x'}, 'page': {'limit': 0}} | page.limit must be",
        "action   | {'subject': {'type': 'u', 'id': 'a'}, 'resource': {'type': 'd', 'id': 'x'}, 'page': {'limit': '5'}} | page.limit must be",
        "action   | {'subject': {'type': 'u', 'id': 'a'}, 'resource': {'type': 'd', 'id': 'x'}, 'page': {'limit': 1.5}} | page.limit must be",
        "action   | {'subject': {'type': 'u', 'id': 'a'}, 'resource': {'type': 'd', 'id': 'x'}, 'page': {'token': 5}} | page.token must be a string"
      })
  void aBadSearchIs400WithAMessage(String kind, String body, String message) {
    Response response = search(kind, body == null ? "" : body);
    assertThat(response.statusCode()).isEqualTo(400);
    assertThat(response.asString()).startsWith("\"").endsWith("\"").contains(message);
  }

  @Test
  void methodsContentTypesAndRequestIdsAreAsElsewhere() {
    for (String kind : List.of("subject", "resource", "action")) {
      String path = "/access/v1/search/" + kind;
      platform
          .as(searcher)
          .header("X-Request-ID", "abc")
          .contentType("text/plain")
          .body("{}")
          .post(path)
          .then()
          .statusCode(400)
          .header("X-Request-ID", "abc");
      platform
          .as(searcher)
          .header("X-Request-ID", "abc")
          .get(path)
          .then()
          .statusCode(405)
          .header("X-Request-ID", "abc");
      assertThat(post(token, path, subjectQuestion("")).statusCode())
          .as("an application's client may decide, not list")
          .isEqualTo(403);
    }
    platform
        .as(searcher)
        .header("X-Request-ID", "abc")
        .contentType(ContentType.JSON)
        .body(json(subjectQuestion("")))
        .post("/access/v1/search/subject")
        .then()
        .statusCode(200)
        .header("X-Request-ID", "abc");
  }

  @Test
  void withoutAnApplicationThatHasTheTypeNothingIsKnown() {
    String folder = subjectQuestion("").replace(DOCS, "").replace("'doc'", "'folder'");
    assertThat(search("subject", folder).asString())
        .isEqualTo("{\"results\":[],\"page\":{\"next_token\":\"\"}}");
    assertThat(
            search(
                    "action",
                    "{'subject': {'type': 'user', 'id': 'u1'}, 'resource': {'type': 'folder', 'id':"
                        + " 's1'}}")
                .asString())
        .isEqualTo("{\"results\":[],\"page\":{\"next_token\":\"\"}}");
  }

  /** A server may give less than is asked for. */
  @Test
  void aLargeLimitIsNoError() {
    assertThat(
            search("subject", subjectQuestion(", 'page': {'limit': 100000000000000}")).statusCode())
        .isEqualTo(200);
  }
}
