package io.iamplane.token.oauth;

import static io.iamplane.testing.http.Http.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.equalTo;

import io.iamplane.testing.http.JsonPath;
import io.quarkus.test.junit.QuarkusTest;
import java.util.List;
import org.junit.jupiter.api.Test;

@QuarkusTest
class MetadataApiTest {

  private static final String PATH = "/.well-known/oauth-authorization-server";

  /** Complete and correct: exactly the features listed here work. */
  private static final String GOLDEN =
      """
      {"issuer":"http://localhost:8080",\
      "token_endpoint":"http://localhost:8080/oauth/token",\
      "jwks_uri":"http://localhost:8080/.well-known/jwks.json",\
      "introspection_endpoint":"http://localhost:8080/oauth/introspect",\
      "revocation_endpoint":"http://localhost:8080/oauth/revoke",\
      "response_types_supported":[],\
      "grant_types_supported":["client_credentials"],\
      "token_endpoint_auth_methods_supported":\
      ["client_secret_basic","client_secret_post","private_key_jwt"],\
      "token_endpoint_auth_signing_alg_values_supported":["ES256"],\
      "introspection_endpoint_auth_methods_supported":\
      ["client_secret_basic","client_secret_post","private_key_jwt"],\
      "introspection_endpoint_auth_signing_alg_values_supported":["ES256"],\
      "revocation_endpoint_auth_methods_supported":\
      ["client_secret_basic","client_secret_post","private_key_jwt"],\
      "revocation_endpoint_auth_signing_alg_values_supported":["ES256"]}\
      """;

  @Test
  void metadataIsThatOfRfc8414() {
    String body =
        given()
            .get(PATH)
            .then()
            .statusCode(200)
            .contentType("application/json")
            .header("Cache-Control", equalTo("public, max-age=300"))
            .extract()
            .asString();
    assertThat(body).isEqualTo(GOLDEN);
  }

  @Test
  void urlsComeFromTheConfigurationAndNeverFromTheRequest() {
    String body =
        given()
            .header("Host", "evil.example.com")
            .header("X-Forwarded-Host", "evil.example.com")
            .header("X-Forwarded-Proto", "gopher")
            .header("Forwarded", "host=evil.example.com")
            .get(PATH)
            .asString();
    assertThat(body).isEqualTo(GOLDEN);
  }

  @Test
  void whatIsAdvertisedAnswers() {
    JsonPath metadata = given().get(PATH).jsonPath();
    for (String endpoint : List.of("token", "introspection", "revocation")) {
      String url = metadata.getString(endpoint + "_endpoint");
      String path = url.substring(metadata.getString("issuer").length());
      given()
          .formParam("token", "x")
          .formParam("grant_type", "client_credentials")
          .post(path)
          .then()
          .statusCode(401)
          .body("error", equalTo("invalid_client"));
    }
  }

  @Test
  void nothingOfSignInIsAdvertised() {
    for (String path :
        new String[] {"/.well-known/openid-configuration", "/oauth/authorize", "/oauth/userinfo"}) {
      assertThat(given().get(path).statusCode()).as(path).isEqualTo(404);
    }
  }
}
