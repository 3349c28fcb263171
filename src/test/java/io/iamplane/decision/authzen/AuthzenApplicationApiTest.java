package io.iamplane.decision.authzen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.equalTo;

import io.iamplane.testing.Manifests;
import io.quarkus.test.junit.QuarkusTest;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The application of an action: named, the client's own, or the only one that has it. */
@QuarkusTest
class AuthzenApplicationApiTest extends DocsTenant {

  @Test
  void theApplicationIsTheClientsOwnOrTheContexts() {
    install("mail", "doc", "read");
    String administrator = platform.token(platform.administrator(tenant));
    assertThat(text("{" + ANN + "}")).isEqualTo(TRUE);
    assertThat(post(administrator, EVALUATION, "{" + ANN + "}").asString()).isEqualTo(FALSE);
    String named = "{" + ANN + ", 'context': {'application': 'docs'}}";
    assertThat(post(administrator, EVALUATION, named).asString()).isEqualTo(TRUE);
    unknown(administrator, ANN);
    unknown(administrator, ANN.replace("read", "fly"));
  }

  @Test
  void theOnlyApplicationWithTheActionNeedsNoName() {
    install("mail", "doc", "forward");
    install("wiki", "page", "read");
    String administrator = platform.token(platform.administrator(tenant));
    for (String action : List.of("read", "can_share", "owner")) {
      String asked = ANN.replace("read", action);
      assertThat(post(administrator, EVALUATION, "{" + asked + "}").asString()).isEqualTo(TRUE);
      assertThat(post(administrator, EVALUATIONS, "{'evaluations': [{" + asked + "}]}").asString())
          .contains(TRUE);
    }
    unknown(administrator, ANN.replace("'doc'", "'folder'"));
    String search = ANN.replace("'id': 'ann'", "'id': 'x'");
    assertThat(post(administrator, "/access/v1/search/subject", "{" + search + "}").asString())
        .startsWith("{\"results\":[{\"type\":\"user\"");
  }

  /** Of one application alone, since the found actions do not name theirs. */
  @Test
  void actionsAreThoseOfTheOnlyApplicationWithTheType() {
    String administrator = platform.token(platform.administrator(tenant));
    String actions =
        "{'subject': {'type': 'user', 'id': 'ann'}, 'resource': {'type': 'doc', 'id': 'd1'}}";
    assertThat(post(administrator, "/access/v1/search/action", actions).asString())
        .contains("\"read\"");
    install("mail", "doc", "forward");
    assertThat(post(administrator, "/access/v1/search/action", actions).asString())
        .startsWith("{\"results\":[]");
  }

  private void install(String application, String type, String action) {
    String manifest =
        "{'schema': 'iam.manifest.v2', 'app': {'key': '%1$s', 'name': 'Other'}, 'permissions':"
            + " [{'key': '%2$s.%3$s', 'resource': '%2$s', 'action': '%3$s'}]}";
    manifests.apply(
        platform.command(),
        tenant.id(),
        Manifests.parse(json(manifest.formatted(application, type, action))));
  }

  private void unknown(String bearer, String asked) {
    post(bearer, EVALUATION, "{" + asked + ", 'context': {'explain': true}}")
        .then()
        .body("decision", equalTo(false))
        .body("context.reason_code", equalTo("application_unknown"));
  }
}
