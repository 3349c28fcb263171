package io.iamplane.http.limit;

import static io.restassured.RestAssured.given;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.matchesPattern;
import static org.hamcrest.Matchers.notNullValue;

import io.iamplane.testing.TestPlatform;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.QuarkusTestProfile;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.util.Map;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/** Small ceilings, seen over HTTP. The tests share an address, hence their order. */
@QuarkusTest
@TestProfile(RateLimitApiTest.SmallCeilings.class)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class RateLimitApiTest {

  private static final String PATH = "/api/iam/v1/organizations";

  @Inject TestPlatform platform;

  public static class SmallCeilings implements QuarkusTestProfile {
    @Override
    public Map<String, String> getConfigOverrides() {
      return Map.of("iam.admin.rate_limit", "5", "iam.authentication.failure_limit", "4");
    }
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

  @Test
  @Order(2)
  void failedAuthenticationsOfAnAddressComeToAnEndForValidTokensToo() {
    String token = platform.platformToken();
    for (int i = 0; i < 4; i++) {
      given().header("Authorization", "Bearer rubbish" + i).get(PATH).then().statusCode(401);
    }
    given().header("Authorization", "Bearer rubbish").get(PATH).then().statusCode(429);
    platform.as(token).get(PATH).then().statusCode(429).header("Retry-After", notNullValue());
    given().get("/api/iam/v1/health").then().statusCode(200);
  }
}
