package io.iamplane.oauth;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.equalTo;

import io.iamplane.directory.client.IssuedClient;
import io.iamplane.testing.OAuthFixture;
import io.iamplane.token.RawToken;
import io.iamplane.token.TokenVerifier;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import jakarta.inject.Inject;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code resource} at the token endpoint (RFC 8707, section 2). */
@QuarkusTest
class ResourceParameterApiTest {

  private static final String OTHER = "https://other.example.com";

  @Inject OAuthFixture fixture;
  @Inject TokenVerifier verifier;

  private IssuedClient client;

  @BeforeEach
  void makeClient() {
    client = fixture.client(fixture.tenant());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "&resource=", "&resource=iam-admin", "&resource=iam-admin&resource="})
  void tokenIsForTheOneAudienceHoweverOftenItIsNamed(String resource) {
    Response answer = token(client.secret().reveal(), resource + resource);
    answer.then().statusCode(200);
    assertThat(verifier.verify(new RawToken(answer.path("access_token"))).audience())
        .containsExactly("iam-admin");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        OTHER,
        "http://localhost:8080",
        "iam-admin/",
        "IAM-ADMIN",
        "iam-admin%20",
        "%C3%A9",
        "iam-admin&resource=" + OTHER,
        OTHER + "&resource=iam-admin"
      })
  void everyOtherResourceIsAnInvalidTarget(String resource) {
    token(client.secret().reveal(), "&resource=" + resource)
        .then()
        .statusCode(400)
        .header("Cache-Control", "no-store")
        .body("error", equalTo("invalid_target"));
  }

  /** A stranger does not learn which resources there are. */
  @Test
  void clientProvesItselfFirst() {
    token("wrong", "&resource=" + OTHER)
        .then()
        .statusCode(401)
        .body("error", equalTo("invalid_client"));
  }

  private Response token(String secret, String more) {
    return given()
        .contentType("application/x-www-form-urlencoded")
        .body(
            "grant_type=client_credentials&client_id=%s&client_secret=%s%s"
                .formatted(client.clientId(), secret, more))
        .post("/oauth/token");
  }
}
