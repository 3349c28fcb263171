package io.iamplane.http;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.nullValue;

import io.iamplane.directory.client.IssuedClient;
import io.iamplane.directory.organization.Organization;
import io.iamplane.testing.TestPlatform;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.restassured.response.Response;
import io.restassured.specification.RequestSpecification;
import jakarta.inject.Inject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rights of scripts of other sites, with allowed origins. */
@QuarkusTest
@TestProfile(FrontApiTest.SmallLimits.class)
class CrossOriginApiTest {

  private static final String PANEL = "https://panel.example.com";
  private static final String FOREIGN = "https://elsewhere.example.com";
  private static final String USERS = "/api/iam/v1/users";
  private static final String CHECK = "/api/iam/v1/decisions/check";
  private static final String ALLOWED = "Access-Control-Allow-Origin";

  @Inject TestPlatform platform;

  private static RequestSpecification from(String origin) {
    return given().header("Origin", origin);
  }

  private static RequestSpecification preflight(String origin, String method) {
    return from(origin).header("Access-Control-Request-Method", method);
  }

  private RequestSpecification administrator() {
    return from(PANEL).auth().oauth2(platform.token(platform.administrator(platform.tenant())));
  }

  private static void isReadable(Response answer, int status) {
    assertThat(answer.statusCode()).isEqualTo(status);
    assertThat(answer.headers().getValues(ALLOWED)).containsExactly(PANEL);
    assertThat(answer.headers().getValues("Access-Control-Expose-Headers")).hasSize(1);
    assertThat(answer.headers().getValues("Vary")).contains("origin");
    assertThat(answer.header("Access-Control-Allow-Credentials")).isNull();
    assertThat(answer.header("Correlation-Id")).isNotNull();
  }

  @ParameterizedTest
  @ValueSource(strings = {CHECK, USERS, "/api/iam/v1/health", "/oauth/token", "/no-such-path"})
  void aPreflightNeedsNoToken(String path) {
    preflight(PANEL, "POST")
        .header("Access-Control-Request-Headers", "authorization,idempotency-key,if-match")
        .options(path)
        .then()
        .statusCode(204)
        .header(ALLOWED, PANEL)
        .header("Access-Control-Allow-Methods", containsString("PATCH"))
        .header("Access-Control-Allow-Headers", containsString("Authorization"))
        .header("Access-Control-Allow-Headers", containsString("Idempotency-Key"))
        .header("Access-Control-Allow-Headers", containsString("If-Match"))
        .header("Access-Control-Max-Age", "7200")
        .header("Access-Control-Allow-Credentials", nullValue())
        .header("Vary", "origin")
        .header("X-Content-Type-Options", "nosniff");
    preflight("http://localhost:5173", "GET").options(path).then().statusCode(204);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {FOREIGN, "null", "https://panel.example.com.evil.example", "https://PANEL", "*"})
  void aPreflightFromElsewhereIsRefused(String origin) {
    preflight(origin, "GET")
        .options(USERS)
        .then()
        .statusCode(403)
        .contentType("application/problem+json")
        .header(ALLOWED, nullValue())
        .header("Vary", "origin")
        .body("detail", containsString("origin"));
  }

  /** An incomplete preflight needs a token as before. */
  @Test
  void onlyAWholePreflightPasses() {
    isReadable(from(PANEL).options(USERS), 401);
    given().header("Access-Control-Request-Method", "GET").options(USERS).then().statusCode(401);
    isReadable(preflight(PANEL, "GET").get(USERS), 401);
  }

  @Test
  void answersOfEveryKindAreReadable() {
    isReadable(administrator().get(USERS), 200);
    isReadable(administrator().get(USERS + "/019a0000-0000-7000-8000-000000000000"), 404);
    isReadable(administrator().get("/api/iam/v1/no-such-thing"), 404);
    isReadable(administrator().delete(USERS), 405);
    isReadable(administrator().contentType("text/plain").body("a").post(USERS), 415);
    isReadable(administrator().contentType("application/json").body("{").post(USERS), 400);
    isReadable(administrator().contentType("application/json").body("{}").post(CHECK), 422);
    isReadable(from(PANEL).get(USERS), 401);
    isReadable(from(PANEL).header("Authorization", "Basic eDp5").get(USERS), 401);
    isReadable(from(PANEL).get("/api/iam/v1/health"), 200);
    isReadable(from(PANEL).get("/.well-known/jwks.json"), 200);
    isReadable(from(PANEL).post("/oauth/token"), 400);
    isReadable(
        from(PANEL).contentType("application/json").body("x".repeat(1_100_000)).post(USERS), 413);
  }

  /** A cache needs both reasons. */
  @Test
  void aPageVariesByLanguageAndByOrigin() {
    Response page = from(PANEL).get("/sign-in");
    isReadable(page, 400);
    assertThat(page.headers().getValues("Vary"))
        .containsExactlyInAnyOrder("origin", "Accept-Language");
  }

  @Test
  void refusalsForRightsAreReadable() {
    Organization tenant = platform.tenant();
    IssuedClient client = platform.clientWithoutRights(tenant);
    isReadable(from(PANEL).auth().oauth2(platform.token(client)).get(USERS), 403);
  }

  @Test
  void refusalsBeyondACeilingAreReadableAndPreflightsGoOn() {
    RequestSpecification flood =
        from(PANEL).header("X-Forwarded-For", "192.0.2.77").header("Authorization", "Bearer no");
    Response answer = flood.get(USERS);
    for (int i = 0; i < 20 && answer.statusCode() == 401; i++) {
      answer = flood.get(USERS);
    }
    isReadable(answer, 429);
    assertThat(answer.header("Retry-After")).isNotNull();
    assertThat(answer.header("Access-Control-Expose-Headers")).contains("Retry-After");
    preflight(PANEL, "GET")
        .header("X-Forwarded-For", "192.0.2.77")
        .options(USERS)
        .then()
        .statusCode(204);
  }

  /** A token identifies the caller from any site; the browser hides the answer from the script. */
  @Test
  void otherOriginsAreAnsweredAndMayNotRead() {
    String token = platform.token(platform.administrator(platform.tenant()));
    from(FOREIGN)
        .auth()
        .oauth2(token)
        .get(USERS)
        .then()
        .statusCode(200)
        .header(ALLOWED, nullValue())
        .header("Access-Control-Expose-Headers", nullValue())
        .header("Vary", "origin");
    given().auth().oauth2(token).get(USERS).then().statusCode(200).header(ALLOWED, nullValue());
  }

  /** No browser sends one. */
  @Test
  void aPreflightWithABodyKeepsItsConnection() {
    String asked =
        "OPTIONS /api/iam/v1/users HTTP/1.1\r\nHost: a\r\nOrigin: https://panel.example.com\r\n"
            + "Access-Control-Request-Method: POST\r\nContent-Length: 3\r\n\r\nabc";
    try (RawClient client = new RawClient()) {
      client.send(asked);
      assertThat(client.status()).isEqualTo(204);
      client.send(asked);
      assertThat(client.status()).isEqualTo(204);
    }
  }
}
