package io.iamplane.http;

import static io.restassured.RestAssured.given;
import static org.hamcrest.Matchers.nullValue;

import io.quarkus.test.junit.QuarkusTest;
import org.junit.jupiter.api.Test;

/** Without allowed origins, no answer has CORS headers. */
@QuarkusTest
class NoCrossOriginApiTest {

  @Test
  void aPreflightNeedsATokenAndGetsNoPermission() {
    given()
        .header("Origin", "https://panel.example.com")
        .header("Access-Control-Request-Method", "GET")
        .options("/api/iam/v1/users")
        .then()
        .statusCode(401)
        .header("Access-Control-Allow-Origin", nullValue())
        .header("Vary", nullValue());
  }
}
