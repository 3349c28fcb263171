package io.iamplane.decision.authzen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;

import io.iamplane.change.Change;
import io.iamplane.directory.user.CreateUserRequest;
import io.quarkus.test.junit.QuarkusTest;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Contextual relations in AuthZEN's context. */
@QuarkusTest
class AuthzenRelationsApiTest extends DocsTenant {

  private static final String BOB =
      "'subject': {'type': 'user', 'id': 'bob'}, 'action': {'name': 'can_share'}, 'resource':"
          + " {'type': 'doc', 'id': 'd9'}";

  @BeforeEach
  void bob() {
    changes.record(
        Change.policy(
            platform.command(),
            tenant.id(),
            recording -> users.create(recording, CreateUserRequest.of("bob", "Bob", Map.of()))));
  }

  private static String owner(String user, String doc) {
    return "'context': {'application': 'docs', 'contextual_relations': [{'subject': 'user:%s', 'relation': 'owner', 'object': 'doc:%s'}]}"
        .formatted(user, doc);
  }

  @Test
  void anEvaluationHasThemInItsContext() {
    for (int round = 0; round < 2; round++) {
      assertThat(text("{" + BOB + ", " + owner("bob", "d9") + "}")).isEqualTo(TRUE);
      assertThat(text("{" + BOB + "}")).isEqualTo(FALSE);
      assertThat(text("{" + BOB + ", " + owner("bob", "d8") + "}")).isEqualTo(FALSE);
    }
    evaluate("{" + BOB + ", " + owner("bob", "d9").replace("owner", "boss") + "}")
        .statusCode(400)
        .body(
            containsString(
                "context.contextual_relations[0].relation must be a relation that type doc declares"))
        .body(containsString(", not boss"));
    evaluate("{" + BOB + ", 'context': {'contextual_relations': 'all'}}")
        .statusCode(400)
        .body(containsString("context.contextual_relations must be a list"));
  }

  @Test
  void anItemsContextReplacesTheDefaults() {
    String batch =
        "{%s, %s, 'evaluations': [{}, {'context': {'application': 'docs'}}, {%s}, {%s}]}"
            .formatted(
                BOB,
                owner("bob", "d9"),
                owner("ann", "d9"),
                owner("bob", "d9").replace("owner", "boss"));
    post(token, EVALUATIONS, batch)
        .then()
        .statusCode(200)
        .body("evaluations.decision", equalTo(List.of(true, false, false, false)))
        .body(
            "evaluations[3].context.error.message",
            containsString("must be a relation that type doc declares"))
        .body("evaluations[3].context.error.message", containsString(", not boss"));
  }

  @Test
  void searchesFollowThem() {
    String searcher = platform.token(platform.administrator(tenant));
    String resources = "{" + BOB.replace(", 'id': 'd9'", "") + ", %s}";
    assertThat(
            post(searcher, "/access/v1/search/resource", resources.formatted(owner("bob", "d9")))
                .asString())
        .startsWith("{\"results\":[{\"type\":\"doc\",\"id\":\"d9\"}]");
    assertThat(
            post(
                    searcher,
                    "/access/v1/search/resource",
                    resources.formatted("'context': {'application': 'docs'}"))
                .asString())
        .startsWith("{\"results\":[]");
    String subjects = "{" + BOB.replace(", 'id': 'bob'", "") + ", %s}";
    assertThat(
            post(searcher, "/access/v1/search/subject", subjects.formatted(owner("bob", "d9")))
                .asString())
        .contains("\"type\":\"user\"");
    String actions = "{" + BOB.replace("'action': {'name': 'can_share'}, ", "") + ", %s}";
    assertThat(
            post(searcher, "/access/v1/search/action", actions.formatted(owner("bob", "d9")))
                .asString())
        .contains("can_share");
    post(
            searcher,
            "/access/v1/search/action",
            actions.formatted(owner("bob", "d9").replace("owner", "boss")))
        .then()
        .statusCode(400);
  }
}
