package io.iamplane.decision.wire;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.iamplane.decision.log.FlushedLog;
import io.iamplane.directory.client.IssuedClient;
import io.iamplane.directory.organization.Organization;
import io.iamplane.testing.TestDatabase;
import io.iamplane.testing.TestPlatform;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.http.ContentType;
import io.restassured.response.Response;
import jakarta.inject.Inject;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The database goes away under a running decision point: denials, and no error. */
@QuarkusTest
class DecisionOutageApiTest {

  private static final Duration LONG = Duration.ofSeconds(30);

  @Inject TestPlatform platform;
  @Inject FlushedLog log;

  @ConfigProperty(name = "quarkus.management.test-port")
  int managementPort;

  private Organization tenant;
  private String token;
  private String question;

  @BeforeEach
  void aTenantThatIsLoaded() {
    tenant = platform.tenant();
    IssuedClient client = platform.administrator(tenant);
    token = platform.token(client);
    question =
        "{\"subject\": \"%s\", \"permission\": \"iam:decisions.check\"}"
            .formatted(platform.subject(client));
    assertThat(reason(check(token))).isEqualTo("granted_by_grant");
  }

  @AfterEach
  void comeBack() throws IOException {
    TestDatabase.proxy().comeBack();
    await().atMost(LONG).until(() -> given().get("/api/iam/v1/ready").statusCode() == 200);
  }

  @Test
  void decisionsAreDeniedWithTheReasonUntilTheDatabaseIsBack() throws IOException {
    TestDatabase.proxy().goAway();
    await().atMost(LONG).until(() -> reason(check(token)).equals("dependency_unavailable"));
    Response denied = check(token);
    assertThat(denied.statusCode()).isEqualTo(200);
    assertThat(denied.<Boolean>path("data.allowed")).isFalse();
    assertThat(reason(post(token, "/api/iam/v1/decisions/explain", question)))
        .isEqualTo("dependency_unavailable");
    assertThat(
            post(
                    token,
                    "/api/iam/v1/decisions/batch",
                    "{\"checks\": [" + question + "," + question + "]}")
                .<List<String>>path("data.decisions.reason_code"))
        .containsExactly("dependency_unavailable", "dependency_unavailable");
    assertThat(
            post(
                    token,
                    "/access/v1/evaluation",
                    "{\"subject\": {\"type\": \"user\", \"id\": \"a\"}, \"action\": {\"name\":"
                        + " \"b\"}, \"resource\": {\"type\": \"c\", \"id\": \"d\"}}")
                .asString())
        .isEqualTo("{\"decision\":false}");
    listsAreRefused();
    assertThat(platform.as(token).get("/api/iam/v1/grants/" + tenant.id()).statusCode())
        .as("everything else is refused")
        .isEqualTo(403);
    TestDatabase.proxy().comeBack();
    await().atMost(LONG).until(() -> reason(check(token)).equals("granted_by_grant"));
  }

  /** An empty list would say that nothing is allowed. */
  private void listsAreRefused() {
    String search =
        "{\"subject\": {\"type\": \"user\", \"id\": \"a\"}, \"action\": {\"name\": \"b\"}, \"resource\":"
            + " {\"type\": \"c\", \"id\": \"d\"}}";
    for (String path :
        List.of(
            "/api/iam/v1/decisions/list-resources",
            "/api/iam/v1/decisions/list-subjects",
            "/api/iam/v1/decisions/list-permissions",
            "/access/v1/search/subject",
            "/access/v1/search/resource",
            "/access/v1/search/action")) {
      Response refused = post(token, path, path.startsWith("/access") ? search : question);
      assertThat(refused.statusCode()).as(path).isEqualTo(403);
      assertThat(refused.<String>path("type")).endsWith("dependency-unavailable");
      assertThat(refused.header("Retry-After")).isNotNull();
    }
  }

  /** To the row: each answer is one record, and one in the metrics. */
  @Test
  void theDenialsOfAnOutageAreInTheLogAndTheMetricsOnceItIsOver() throws IOException {
    question = "{\"subject\": \"user:ann\", \"permission\": \"shop:order.read\"}";
    TestDatabase.proxy().goAway();
    await().atMost(LONG).until(() -> reason(check(token)).equals("dependency_unavailable"));
    for (int i = 0; i < 20; i++) {
      assertThat(reason(check(token))).isEqualTo("dependency_unavailable");
    }
    assertThat(meters())
        .contains("iam_decisions_total{outcome=\"deny\",reason=\"dependency_unavailable\"}");
    TestDatabase.proxy().comeBack();
    await().atMost(LONG).until(() -> reason(check(token)).equals("permission_unknown"));
    log.await();

    Response metrics = answered("/api/iam/v1/metrics/decisions");
    int denied = metrics.path("data.by_reason.dependency_unavailable");
    assertThat(denied).isGreaterThanOrEqualTo(21);
    assertThat(metrics.<Integer>path("data.deny"))
        .isEqualTo(denied + metrics.<Integer>path("data.by_reason.permission_unknown"));
    List<String> recorded = new ArrayList<>();
    String cursor = "";
    do {
      Response page =
          answered("/api/iam/v1/decisions?reason_code=dependency_unavailable&limit=100" + cursor);
      recorded.addAll(page.path("data.findAll { it.kind == 'check' }.id"));
      cursor = page.path("next_cursor") == null ? "" : "&cursor=" + page.path("next_cursor");
    } while (!cursor.isEmpty());
    assertThat(recorded).hasSize(denied);
  }

  @Test
  void aTenantThatIsNotLoadedIsDenied() throws IOException {
    Organization other = platform.tenant();
    String unseen = platform.token(platform.administrator(other));
    // Seen by the token verifier, but its policy was never asked for.
    given().header("Authorization", "Bearer " + unseen).get("/api/iam/v1/nothing");
    TestDatabase.proxy().goAway();
    await()
        .atMost(LONG)
        .until(() ->
            check(unseen).statusCode() == 200 && !check(unseen).<Boolean>path("data.allowed"));
    assertThat(reason(check(unseen))).isIn("dependency_unavailable", "policy_version_unavailable");
  }

  /** Connections from before the outage may still be handed out, each once. */
  private Response answered(String path) {
    return await()
        .atMost(LONG)
        .until(() -> platform.as(token).get(path), answer -> answer.statusCode() == 200);
  }

  private String meters() {
    return given().port(managementPort).get("/q/metrics").asString();
  }

  private Response check(String bearer) {
    return post(bearer, "/api/iam/v1/decisions/check", question);
  }

  private Response post(String bearer, String path, String text) {
    return platform.as(bearer).contentType(ContentType.JSON).body(text).post(path);
  }

  private static String reason(Response answer) {
    return answer.path("data.reason_code");
  }
}
