package io.iamplane.packaged;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.iamplane.testing.AnswerJson;
import java.net.http.HttpResponse;

/** A server's own account of the decisions of its tenant: all that a bench asks is allowed. */
final class OwnAccount {

  private static final String PATH = "/api/iam/v1/metrics/decisions?app=shop";

  private OwnAccount() {}

  /**
   * Reads the account.
   *
   * @param name of the build
   * @throws AssertionError when a decision was denied, or not recorded
   */
  static void requireAllAllowed(String name, BenchServer server) {
    String token = server.tenant().token(server.app());
    HttpResponse<String> answer =
        server.app().get(PATH, "Authorization", "Bearer " + token, "Accept", "application/json");
    assertThat(answer.statusCode()).as("%s, %s: %s", name, PATH, answer.body()).isEqualTo(200);
    JsonNode decisions = AnswerJson.at(answer.body(), "/data");
    assertThat(decisions.path("unlogged").asLong(-1))
        .as("%s, %s, unlogged decisions: %s", name, PATH, answer.body())
        .isZero();
    assertThat(decisions.path("deny").asLong(-1))
        .as("%s, %s, denials: %s", name, PATH, answer.body())
        .isZero();
  }
}
