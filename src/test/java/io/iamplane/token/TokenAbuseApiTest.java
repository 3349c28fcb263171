package io.iamplane.token;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.key.TokenSigner;
import io.iamplane.key.TokenSigners;
import io.iamplane.key.VerifyingKeys;
import io.iamplane.testing.AdminTenant;
import io.iamplane.testing.AssertionForge;
import io.iamplane.testing.OAuthFixture;
import io.iamplane.testing.TestPlatform;
import io.iamplane.testing.TokenSmith;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import io.restassured.specification.RequestSpecification;
import jakarta.inject.Inject;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Every way to bring a token that is none, over HTTP: 401, the right challenge, no 500. */
@QuarkusTest
class TokenAbuseApiTest {

  private static final String USERS = AdminTenant.PATH + "users";
  private static final String CHECK = AdminTenant.PATH + "decisions/check";
  private static final String QUESTION =
      "{\"subject\": \"user:x\", \"permission\": \"iam:users.read\"}";

  @Inject TestPlatform platform;
  @Inject TokenSmith smith;
  @Inject TokenSigners signers;
  @Inject VerifyingKeys keys;
  @Inject OAuthFixture fixture;
  @Inject Clock clock;

  private String good;

  @BeforeEach
  void aGoodToken() {
    good = new AdminTenant(platform).token();
    bearer(given(), good).get(USERS).then().statusCode(200);
  }

  @Test
  void everyTokenThatIsNoneIsRefusedByEveryWay() {
    TokenSigner signer = signers.current();
    Map<String, String> abuses =
        TokenAbuses.of(good, signer, keys.find(signer.kid()).orElseThrow(), clock.instant());
    assertThat(abuses).hasSizeGreaterThan(100);
    abuses.forEach((name, token) -> {
      refused(name, bearer(given(), token).get(USERS), "invalid_token");
      refused(
          name + ", at a decision",
          bearer(given(), token).contentType("application/json").body(QUESTION).post(CHECK),
          "invalid_token");
    });
    bearer(given(), good).get(USERS).then().statusCode(200);
  }

  @Test
  void aTokenCountsInOneHeaderAndNowhereElse() {
    Map<String, UnaryOperator<RequestSpecification>> ways = new LinkedHashMap<>();
    ways.put("none", request -> request);
    ways.put("in the query", request -> request.queryParam("access_token", good));
    ways.put("in a cookie", request -> request.cookie("access_token", good));
    ways.put("in a header of another name", request -> request.header("X-Access-Token", good));
    ways.put("for a proxy", request -> request.header("Proxy-Authorization", "Bearer " + good));
    ways.forEach((name, way) -> refused(name, way.apply(given()).get(USERS), null));
    ways.clear();
    for (String value :
        List.of(good, "Basic " + good, "Token " + good, "Bearer", "Bearer ", "Bearer\t" + good)) {
      ways.put(value.replace(good, "…"), request -> request.header("Authorization", value));
    }
    ways.put(
        "twice in headers",
        request ->
            request
                .header("Authorization", "Bearer " + good)
                .header("Authorization", "Bearer " + good));
    ways.put(
        "beside another scheme",
        request ->
            request
                .header("Authorization", "Basic eDp5")
                .header("Authorization", "Bearer " + good));
    ways.forEach((name, way) -> refused(name, way.apply(given()).get(USERS), "invalid_request"));
    for (String value : List.of(good + ", Bearer " + good, good + "," + good, good + " " + good)) {
      refused("twice in one header", bearer(given(), value).get(USERS), "invalid_token");
    }
  }

  @Test
  void inTheBodyItIsNone() {
    refused("in the body", given().formParam("access_token", good).post(USERS), null);
  }

  @Test
  void anAssertionIsNoTokenAndATokenIsNoAssertion() {
    AssertionForge forge = new AssertionForge("one");
    String client =
        fixture.keyClient(fixture.tenant(), AssertionForge.jwks(forge.jwk())).clientId();
    String assertion = forge.good(client, clock.instant());
    refused("an assertion", bearer(given(), assertion).get(USERS), "invalid_token");
    assertThat(asserting(assertion).statusCode()).isEqualTo(200);
    Response again = asserting(assertion);
    assertThat(again.statusCode()).as("jti used twice").isEqualTo(401);
    assertThat(again.header("WWW-Authenticate")).startsWith("Basic ");
    assertThat(asserting(good).statusCode()).isEqualTo(401);
  }

  private static Response asserting(String assertion) {
    return given()
        .formParam("grant_type", "client_credentials")
        .formParam("client_assertion_type", AssertionForge.TYPE)
        .formParam("client_assertion", assertion)
        .post("/oauth/token");
  }

  private static RequestSpecification bearer(RequestSpecification request, String token) {
    return request.header("Authorization", "Bearer " + token);
  }

  private static void refused(String name, Response answer, String error) {
    assertThat(answer.statusCode()).as(name).isEqualTo(401);
    assertThat(answer.contentType()).as(name).startsWith("application/problem+json");
    String challenge = answer.header("WWW-Authenticate");
    assertThat(challenge).as(name).startsWith("Bearer");
    if (error == null) {
      // RFC 6750, section 3.1: no error code where no token was sent.
      assertThat(challenge).as(name).doesNotContain("error=");
    } else {
      assertThat(challenge).as(name).contains("error=\"" + error + "\"");
    }
  }
}
