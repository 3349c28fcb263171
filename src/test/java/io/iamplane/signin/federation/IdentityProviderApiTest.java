package io.iamplane.signin.federation;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.testing.AdminTenant;
import io.iamplane.testing.Rows;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** An organization names its provider; its secret is written and never read. */
@QuarkusTest
class IdentityProviderApiTest extends FederationFixture {

  @Test
  void theSecretIsWrittenAndNeverRead() throws Exception {
    Response named = put(body());
    named.then().statusCode(200);
    assertThat(named.asString()).doesNotContain(ForeignProvider.SECRET, "client_secret");
    assertThat(named.<String>path("data.redirect_uri"))
        .matches(ISSUER + "/sign-in/federation/[0-9a-f-]{36}/callback");
    Response read = administrator().get(PROVIDER);
    assertThat(read.asString()).isEqualTo(named.asString());
    assertThat(events("iam.identity_provider.updated").toString())
        .contains(provider.issuer())
        .doesNotContain(ForeignProvider.SECRET);
    assertThat(Rows.tablesWith(ForeignProvider.SECRET)).isEmpty();
    assertThat(put(body("client_secret", null)).header("ETag")).isEqualTo(read.header("ETag"));
    assertThat(put(body("name", "Other")).header("ETag")).isNotEqualTo(read.header("ETag"));
  }

  private Map<String, Object> body(String name, Object value) {
    Map<String, Object> body = body();
    if (value == null) {
      body.remove(name);
    } else {
      body.put(name, value);
    }
    return body;
  }

  @Test
  void theSecretOfOnePlaceIsNotSentToAnother() {
    name(body());
    Map<String, Object> elsewhere = body("client_secret", null);
    elsewhere.put("issuer", "https://login.evil.example");
    put(elsewhere).then().statusCode(422);
    Map<String, Object> another = body("client_secret", null);
    another.put("client_id", "other");
    put(another).then().statusCode(422);
    assertThat(administrator().get(PROVIDER).<String>path("data.issuer"))
        .isEqualTo(provider.issuer());
  }

  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      value = {
        "client_secret, -",
        "name, -",
        "issuer, -",
        "client_id, -",
        "issuer, http://login.example.com",
        "issuer, https://10.0.0.1",
        "issuer, https://169.254.169.254/latest",
        "issuer, https://login.example.com?x=y",
        "issuer, https://user:password@login.example.com",
        "issuer, file:///etc/passwd",
        "id_token_alg, none",
        "id_token_alg, HS256",
        "groups_claim, -",
      })
  void aBodyThatIsNoneIsRefused(String name, String value) {
    Map<String, Object> body = body();
    body.put("groups_claim", "roles");
    body.put("groups", Map.of("a", "b"));
    if (value == null) {
      body.remove(name);
    } else {
      body.put(name, value);
    }
    Response refused = put(body);
    assertThat(refused.statusCode()).as(refused.asString()).isEqualTo(422);
    administrator().get(PROVIDER).then().statusCode(404);
  }

  @Test
  void aPublicClientHasNoSecretAndAnotherHasOne() throws Exception {
    Map<String, Object> body = body("token_endpoint_auth_method", "none");
    put(body).then().statusCode(422);
    body.remove("client_secret");
    name(body);
    String sealed =
        "SELECT organization_id FROM iam_identity_providers WHERE sealed_secret IS NULL";
    assertThat(Rows.texts(sealed)).hasSize(1);
    returned(signIn("pam", Map.of()));
    assertThat(provider.lastAuthorization).isEqualTo("null");
    assertThat(provider.lastRequest)
        .contains("client_id=iam", "code_verifier=")
        .doesNotContain("client_secret");
    put(body("client_secret", null)).then().statusCode(422);
    name(body("token_endpoint_auth_method", "client_secret_post"));
    browser.plant("__Host-iam-session", "x".repeat(43));
    returned(signIn("pam", Map.of()));
    assertThat(provider.lastAuthorization).isEqualTo("null");
    assertThat(provider.lastRequest).contains("client_secret=" + ForeignProvider.SECRET);
    name(body);
    assertThat(Rows.texts(sealed)).as("the secret is forgotten").hasSize(1);
    put(body("token_endpoint_auth_method", "private_key_jwt")).then().statusCode(422);
  }

  /** Replicas of the version before and of the next run beside this one. */
  @Test
  void aBuildBeforeOrAfterReadsTheSettings() throws Exception {
    name(body());
    assertThat(Rows.texts("SELECT settings::text FROM iam_identity_providers").getFirst())
        .doesNotContain("token_endpoint_auth_method");
    Rows.update("UPDATE iam_identity_providers SET settings = settings || '{\"later\": 1}'");
    returned(signIn("peg", Map.of()));
    Rows.update(
        "UPDATE iam_identity_providers SET settings = jsonb_set(settings, '{rules,later}', '1')");
    browser.plant("__Host-iam-session", "x".repeat(43));
    assertThat(left(request(), "demo").statusCode()).as("an unknown rule").isEqualTo(500);
  }

  @Test
  void aRuleIsWhole() {
    put(body("link", Map.of("claim", "employee"))).then().statusCode(422);
    put(body("required_claims", Map.of("hd", List.of()))).then().statusCode(422);
  }

  @Test
  void anotherTenantSeesNoneOfIt() {
    name(body());
    AdminTenant other = new AdminTenant(platform);
    other.get("identity-provider").statusCode(404);
    other.delete("identity-provider").statusCode(404);
    assertThat(administrator().get(PROVIDER).statusCode()).isEqualTo(200);
  }

  @Test
  void itGoesWithAnExpectedRevisionAlone() {
    name(body());
    String tag = administrator().get(PROVIDER).header("ETag");
    administrator().header("If-Match", "\"99\"").delete(PROVIDER).then().statusCode(412);
    administrator()
        .contentType("application/json")
        .header("If-Match", "\"99\"")
        .body(body())
        .put(PROVIDER)
        .then()
        .statusCode(412);
    administrator().header("If-Match", tag).delete(PROVIDER).then().statusCode(200);
    administrator().delete(PROVIDER).then().statusCode(404);
    administrator()
        .contentType("application/json")
        .header("If-Match", tag)
        .body(body())
        .put(PROVIDER)
        .then()
        .statusCode(404);
    assertThat(events("iam.identity_provider.deleted")).isNotEmpty();
  }
}
