package io.iamplane.http.limit;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.matchesPattern;
import static org.hamcrest.Matchers.notNullValue;

import io.iamplane.testing.TestPlatform;
import io.quarkus.test.junit.QuarkusMock;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.RestAssured;
import jakarta.inject.Inject;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/** Small ceilings, seen over HTTP. The tests share an address, hence their order. */
@QuarkusTest
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class RateLimitApiTest {

  private static final String PATH = "/api/iam/v1/organizations";

  @Inject TestPlatform platform;

  private static String earlier;

  @BeforeAll
  static void smallCeilings() {
    LimitConfig ceilings =
        Limits.of(
            Map.of(
                "decision.rate_limit",
                "50",
                "admin.rate_limit",
                "5",
                "authentication.failure_limit",
                "4"));
    QuarkusMock.installMockForType(new RateLimits(ceilings, System::nanoTime), RateLimits.class);
  }

  @Test
  @Order(0)
  void validTokenIsNoFailure() {
    for (int i = 0; i < 8; i++) {
      earlier = platform.platformToken();
      platform.as(earlier).get(PATH).then().statusCode(200);
    }
  }

  /** A batch counts by its size, and is refused whole when less is left. */
  @Test
  @Order(0)
  void aBatchCountsByItsSize() {
    String token = platform.token(platform.administrator(platform.tenant()));
    String check = "{\"subject\": \"user:x\", \"permission\": \"iam:users.read\"}";
    String thirty = "{\"checks\": [" + check + ("," + check).repeat(29) + "]}";
    platform
        .as(token)
        .contentType("application/json")
        .body(thirty)
        .post("/api/iam/v1/decisions/batch")
        .then()
        .statusCode(200)
        .header("RateLimit-Policy", "\"decision\";q=50;w=60")
        .header("RateLimit", matchesPattern("\"decision\";r=2[0-2];t=[0-9]+"));
    platform
        .as(token)
        .contentType("application/json")
        .body(thirty)
        .post("/api/iam/v1/decisions/batch")
        .then()
        .statusCode(429)
        .header("Retry-After", matchesPattern("[0-9]+"));
    platform
        .as(token)
        .contentType("application/json")
        .body(check)
        .post("/api/iam/v1/decisions/check")
        .then()
        .statusCode(200);
  }

  @Test
  @Order(1)
  void clientIsHeldToItsCeilingAndTold() {
    String token = platform.platformToken();
    for (int left = 4; left >= 0; left--) {
      platform
          .as(token)
          .get(PATH)
          .then()
          .statusCode(200)
          .header("RateLimit-Policy", "\"admin\";q=5;w=60")
          .header("RateLimit", matchesPattern("\"admin\";r=" + left + ";t=[0-9]+"));
    }
    platform
        .as(token)
        .get(PATH)
        .then()
        .statusCode(429)
        .header("Retry-After", matchesPattern("[0-9]|1[0-2]"))
        .header("RateLimit", notNullValue())
        .body("type", equalTo("https://iam/problems/too-many-requests"));
    platform.asPlatform().get(PATH).then().statusCode(200);
  }

  /** Written one way and routed another, a path would be held to no ceiling or to a wider one. */
  @Test
  @Order(1)
  void pathsThatAreNotInNormalFormAreRefused() throws Exception {
    for (String path :
        List.of(
            "/.well-known/../oauth/token",
            "/.well-known/%2e%2e/oauth/token",
            "/api/iam/v1/decisions/../organizations",
            "/oauth/../api/iam/v1/organizations",
            "/api/iam/v1/./organizations",
            "/api/iam/v1/%6frganizations")) {
      assertThat(rawGet(path)).as(path).startsWith("HTTP/1.1 400").contains("malformed-request");
    }
    // The server itself refuses what cannot be decoded, without a body.
    assertThat(rawGet("/api/iam/v1/organizations/%zz")).startsWith("HTTP/1.1 400");
    assertThat(rawGet("/api/iam/v1/organizations?limit=%zz")).startsWith("HTTP/1.1 400");
  }

  @Test
  @Order(2)
  void failuresAtOnceCannotSlipPastTheLimit() throws Exception {
    List<Callable<Integer>> calls = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      String token = "a.b." + i;
      calls.add(() -> given().header("Authorization", "Bearer " + token).get(PATH).statusCode());
    }
    try (ExecutorService threads = Executors.newFixedThreadPool(20)) {
      int unauthorized = 0;
      for (Future<Integer> call : threads.invokeAll(calls)) {
        unauthorized += call.get() == 401 ? 1 : 0;
      }
      // The bucket refills while the calls are under way: one more in fifteen seconds.
      assertThat(unauthorized).isBetween(1, 8);
    }
  }

  @Test
  @Order(3)
  void failedAuthenticationsOfAnAddressComeToAnEndAndLockNobodyOut() {
    for (int i = 0; i < 4; i++) {
      given().header("Authorization", "Bearer rubbish" + i).get(PATH);
    }
    given()
        .header("Authorization", "Bearer rubbish")
        .get(PATH)
        .then()
        .statusCode(429)
        .header("Retry-After", notNullValue());
    platform.as(earlier).get(PATH).then().statusCode(200);
    given()
        .formParam("grant_type", "client_credentials")
        .post("/oauth/token")
        .then()
        .statusCode(401);
    given().get("/api/iam/v1/health").then().statusCode(200);
  }

  /** Sends the path unchanged: a client library would normalize it. */
  private static String rawGet(String path) throws IOException {
    try (Socket socket = new Socket("localhost", RestAssured.port)) {
      String request = "GET " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
      socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
