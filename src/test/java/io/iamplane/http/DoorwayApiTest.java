package io.iamplane.http;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.equalTo;

import io.iamplane.testing.TestPlatform;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.restassured.http.Header;
import io.restassured.response.Response;
import io.restassured.specification.RequestSpecification;
import jakarta.inject.Inject;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * Refusals at the door look like those of the framework: a client cannot tell which way its request
 * took. The one without a token takes the short way, the one with a forged token the long one: all
 * of it holds but the signature.
 */
@QuarkusTest
@TestProfile(FrontApiTest.SmallLimits.class)
class DoorwayApiTest {

  private static final String USERS = "/api/iam/v1/users";

  @Inject TestPlatform platform;

  private RequestSpecification forged() {
    String token = platform.token(platform.administrator(platform.tenant()));
    int signature = token.lastIndexOf('.') + 1;
    return given()
        .header("Authorization", "Bearer " + token.substring(0, signature) + "A".repeat(86));
  }

  private static Set<String> names(Response answer) {
    return answer.headers().asList().stream().map(Header::getName).collect(Collectors.toSet());
  }

  @Test
  void bothWaysAnswerAlike() {
    Response brief = given().get(USERS);
    Response framework = forged().get(USERS);

    assertThat(brief.statusCode()).isEqualTo(401);
    assertThat(framework.statusCode()).isEqualTo(401);
    assertThat(names(brief)).isEqualTo(names(framework));
    for (String name : names(brief)) {
      if (!Set.of("Correlation-Id", "WWW-Authenticate", "content-length").contains(name)) {
        assertThat(brief.header(name)).as(name).isEqualTo(framework.header(name));
      }
    }
    assertThat(brief.header("WWW-Authenticate")).isEqualTo("Bearer realm=\"iam\"");
    assertThat(brief.jsonPath().getMap("").keySet())
        .isEqualTo(framework.jsonPath().getMap("").keySet());
    assertThat(brief.jsonPath().getString("correlation_id"))
        .isEqualTo(brief.header("Correlation-Id"));
  }

  @Test
  void bothWaysRepeatWhatTheClientCallsItsRequest() {
    for (RequestSpecification request : new RequestSpecification[] {given(), forged()}) {
      request
          .header("Correlation-Id", "mine-1")
          .header("X-Request-ID", "mine-2")
          .get(USERS)
          .then()
          .statusCode(401)
          .header("Correlation-Id", "mine-1")
          .header("X-Request-ID", "mine-2")
          .body("correlation_id", equalTo("mine-1"));
    }
  }

  /** RFC 6750, section 3.1: {@code invalid_request} or {@code invalid_token}. */
  @Test
  void aHeaderThatIsNoTokenOfOursIsRefusedByItsKind() {
    refused(given().header("Authorization", "Basic eDp5"), "invalid_request");
    refused(given().header("Authorization", "Bearer"), "invalid_request");
    refused(
        given().header("Authorization", "Bearer one").header("Authorization", "Bearer two"),
        "invalid_request");
    refused(given().header("Authorization", "Bearer rubbish"), "invalid_token");
    refused(forged(), "invalid_token");
  }

  private static void refused(RequestSpecification request, String error) {
    request
        .get(USERS)
        .then()
        .statusCode(401)
        .header("WWW-Authenticate", "Bearer realm=\"iam\", error=\"" + error + '"');
  }

  /** Unauthenticated callers do not learn which paths exist. */
  @Test
  void noPathIsFoundWithoutAToken() {
    given().get("/api/iam/v1/no-such-thing").then().statusCode(401);
    given().delete("/nowhere").then().statusCode(401);
    given().post("/access/v1/evaluation").then().statusCode(401);
  }

  @Test
  void whatIsOpenStaysOpen() {
    given().get("/api/iam/v1/health").then().statusCode(200);
    given().get("/.well-known/jwks.json").then().statusCode(200);
    given().post("/oauth/token").then().statusCode(400);
  }

  /** A client that forgot its token goes on with one on the same connection. */
  @Test
  void theConnectionGoesOn() {
    String body = "{\"name\": \"One\"}";
    String forgotten =
        "POST /api/iam/v1/users HTTP/1.1\r\nHost: localhost\r\n"
            + "Content-Type: application/json\r\nContent-Length: "
            + body.length()
            + "\r\n\r\n"
            + body;
    String token = platform.token(platform.administrator(platform.tenant()));
    String right =
        "GET /api/iam/v1/users HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer "
            + token
            + "\r\n\r\n";
    try (RawClient client = new RawClient()) {
      client.send(forgotten);
      assertThat(client.status()).isEqualTo(401);
      client.send(right);
      assertThat(client.status()).isEqualTo(200);
      client.send(right + forgotten + right);
      assertThat(client.status()).isEqualTo(200);
      assertThat(client.status()).isEqualTo(401);
      assertThat(client.status()).isEqualTo(200);
    }
  }
}
