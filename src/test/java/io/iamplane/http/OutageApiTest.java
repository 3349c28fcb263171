package io.iamplane.http;

import static io.restassured.RestAssured.given;
import static org.awaitility.Awaitility.await;
import static org.hamcrest.Matchers.equalTo;

import io.iamplane.directory.client.IssuedClient;
import io.iamplane.testing.TestDatabase;
import io.iamplane.testing.TestPlatform;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.ValidatableResponse;
import jakarta.inject.Inject;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The database goes away under a running service, and comes back. */
@QuarkusTest
class OutageApiTest {

  private static final String ORGANIZATIONS = "/api/iam/v1/organizations";

  @Inject TestPlatform platform;
  private IssuedClient client;
  private String token;

  @BeforeEach
  void authenticate() {
    client = platform.administrator(platform.platform());
    token = platform.token(client);
    platform.as(token).get(ORGANIZATIONS).then().statusCode(200);
  }

  @AfterEach
  void comeBack() throws IOException {
    TestDatabase.proxy().comeBack();
    await().atMost(Duration.ofSeconds(10)).until(() -> status("/api/iam/v1/ready") == 200);
  }

  @Test
  void readsAndWritesAreRefusedAndSayThatNothingWasApplied() throws IOException {
    TestDatabase.proxy().goAway();
    refused(platform.as(token).get(ORGANIZATIONS).then());
    refused(
        platform
            .as(token)
            .contentType("application/json")
            .body(Map.of("key", "outage", "name", "Outage"))
            .post(ORGANIZATIONS)
            .then());
    refused(
        platform
            .as(token)
            .contentType("application/json")
            .header("Idempotency-Key", "outage")
            .body(Map.of("key", "outage", "name", "Outage"))
            .post(ORGANIZATIONS)
            .then());
  }

  @Test
  void tokenEndpointSaysTemporarilyUnavailable() throws IOException {
    TestDatabase.proxy().goAway();
    // What proved right a moment ago is asked about again after a second.
    await()
        .atMost(Duration.ofSeconds(5))
        .untilAsserted(() ->
            given()
                .auth()
                .preemptive()
                .basic(client.clientId(), client.secret().reveal())
                .formParam("grant_type", "client_credentials")
                .post("/oauth/token")
                .then()
                .statusCode(400)
                .body("error", equalTo("temporarily_unavailable")));
  }

  @Test
  void probesTellTheTruth() throws IOException {
    TestDatabase.proxy().goAway();
    await().atMost(Duration.ofSeconds(5)).until(() -> status("/api/iam/v1/ready") == 503);
    given().get("/api/iam/v1/health").then().statusCode(200).body("status", equalTo("ok"));
    given().get("/api/iam/v1/ready").then().body("status", equalTo("unavailable"));
  }

  @Test
  void recoversWithinFiveSecondsWithoutARestart() throws IOException {
    TestDatabase.proxy().goAway();
    await().atMost(Duration.ofSeconds(5)).until(() -> status("/api/iam/v1/ready") == 503);
    TestDatabase.proxy().comeBack();
    await().atMost(Duration.ofSeconds(5)).until(() -> status("/api/iam/v1/ready") == 200);
    platform.as(token).get(ORGANIZATIONS).then().statusCode(200);
  }

  @Test
  void publicDocumentsNeedNoDatabase() throws IOException {
    TestDatabase.proxy().goAway();
    given().get("/.well-known/jwks.json").then().statusCode(200);
    given().get("/.well-known/oauth-authorization-server").then().statusCode(200);
  }

  private static int status(String path) {
    return given().get(path).statusCode();
  }

  private static void refused(ValidatableResponse answer) {
    answer
        .statusCode(403)
        .contentType("application/problem+json")
        .header("Retry-After", "2")
        .body("type", equalTo("https://iam/problems/dependency-unavailable"))
        .body("outcome", equalTo("not_applied"));
  }
}
