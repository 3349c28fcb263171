package io.iamplane.oauth;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.equalTo;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.iamplane.signin.NoSignInClients;
import io.iamplane.token.Issuer;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.path.json.JsonPath;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

@QuarkusTest
class MetadataApiTest {

  @Inject Issuer issuer;

  private static final Set<String> GETS =
      Set.of("authorization_endpoint", "userinfo_endpoint", "end_session_endpoint", "jwks_uri");

  private static final String PATH = "/.well-known/oauth-authorization-server";

  /** Complete and correct: exactly the features listed here work. */
  private static final String GOLDEN =
      """
      {"issuer":"http://localhost:8080",\
      "authorization_endpoint":"http://localhost:8080/oauth/authorize",\
      "token_endpoint":"http://localhost:8080/oauth/token",\
      "jwks_uri":"http://localhost:8080/.well-known/jwks.json",\
      "userinfo_endpoint":"http://localhost:8080/oauth/userinfo",\
      "end_session_endpoint":"http://localhost:8080/oauth/logout",\
      "pushed_authorization_request_endpoint":"http://localhost:8080/oauth/par",\
      "introspection_endpoint":"http://localhost:8080/oauth/introspect",\
      "revocation_endpoint":"http://localhost:8080/oauth/revoke",\
      "response_types_supported":["code"],\
      "response_modes_supported":["query"],\
      "grant_types_supported":["client_credentials","authorization_code","refresh_token",\
      "urn:ietf:params:oauth:grant-type:token-exchange"],\
      "code_challenge_methods_supported":["S256"],\
      "authorization_response_iss_parameter_supported":true,\
      "scopes_supported":["openid","offline_access"],\
      "subject_types_supported":["public"],\
      "id_token_signing_alg_values_supported":["ES256"],\
      "acr_values_supported":["aal1","aal2"],\
      "claims_supported":["iss","sub","aud","exp","iat","auth_time","nonce","acr","amr","sid","name"],\
      "prompt_values_supported":["none","login"],\
      "request_parameter_supported":false,\
      "request_uri_parameter_supported":false,\
      "claims_parameter_supported":false,\
      "backchannel_logout_supported":true,\
      "backchannel_logout_session_supported":true,\
      "token_endpoint_auth_methods_supported":\
      ["client_secret_basic","client_secret_post","private_key_jwt","none"],\
      "token_endpoint_auth_signing_alg_values_supported":\
      ["ES256","ES384","ES512","RS256","RS384","RS512","PS256","PS384","PS512","EdDSA","Ed25519"],\
      "introspection_endpoint_auth_methods_supported":\
      ["client_secret_basic","client_secret_post","private_key_jwt"],\
      "introspection_endpoint_auth_signing_alg_values_supported":\
      ["ES256","ES384","ES512","RS256","RS384","RS512","PS256","PS384","PS512","EdDSA","Ed25519"],\
      "revocation_endpoint_auth_methods_supported":\
      ["client_secret_basic","client_secret_post","private_key_jwt","none"],\
      "revocation_endpoint_auth_signing_alg_values_supported":\
      ["ES256","ES384","ES512","RS256","RS384","RS512","PS256","PS384","PS512","EdDSA","Ed25519"],\
      "dpop_signing_alg_values_supported":\
      ["ES256","ES384","ES512","RS256","RS384","RS512","PS256","PS384","PS512","EdDSA","Ed25519"]}\
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

  /** Each URL of the document is a route of this service, by the method that its standard names. */
  @Test
  void everyUrlIsARoute() {
    JsonPath metadata = given().get(PATH).jsonPath();
    String own = metadata.getString("issuer");
    Map<String, Object> members = metadata.getMap("$");
    Set<String> asked = new TreeSet<>();
    members.forEach((name, value) -> {
      if (name.endsWith("_endpoint") || name.endsWith("_uri")) {
        String path = value.toString().substring(own.length());
        int status =
            GETS.contains(name) ? given().get(path).statusCode() : given().post(path).statusCode();
        assertThat(status).as(path).isNotIn(404, 405, 500);
        asked.add(name);
      }
    });
    assertThat(asked).hasSize(8);
  }

  @Test
  void everyGrantTypeIsUnderstood() {
    List<String> grants = given().get(PATH).jsonPath().getList("grant_types_supported");
    for (String grant : grants) {
      assertThat(
              given()
                  .formParam("grant_type", grant)
                  .formParam("client_id", "panel")
                  .post("/oauth/token")
                  .<String>path("error"))
          .as(grant)
          .isNotEqualTo("unsupported_grant_type");
    }
  }

  @Test
  void openIdConnectReadsTheSameDocument() {
    given()
        .get("/.well-known/openid-configuration")
        .then()
        .statusCode(200)
        .header("Cache-Control", equalTo("public, max-age=300"))
        .body(equalTo(GOLDEN));
  }

  @Test
  void theEndpointsForBrowsersAnswer() {
    JsonPath metadata = given().get(PATH).jsonPath();
    String own = metadata.getString("issuer");
    for (String name : List.of("authorization", "end_session", "userinfo")) {
      String path = metadata.getString(name + "_endpoint").substring(own.length());
      assertThat(given().get(path).statusCode())
          .as(path)
          .isEqualTo(name.equals("userinfo") ? 401 : name.equals("authorization") ? 400 : 200);
    }
  }

  @Test
  void whereNoOneCanSignInNothingOfItIsAdvertised() {
    ServerMetadata metadata = new ServerMetadata.Source(issuer, NoSignInClients.make()).get();
    assertThat(new ObjectMapper().valueToTree(metadata).toString())
        .doesNotContain("authorize", "openid", "code", "none", "userinfo", "logout", "null")
        .contains("\"responseTypesSupported\":[]");
  }
}
