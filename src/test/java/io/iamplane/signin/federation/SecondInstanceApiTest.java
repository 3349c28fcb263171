package io.iamplane.signin.federation;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.iamplane.signin.Browser;
import io.iamplane.signin.PanelWithCallbacks;
import io.iamplane.signin.SignInApiFixture;
import io.iamplane.testing.AdminTenant;
import io.iamplane.testing.AnswerJson;
import io.iamplane.testing.Rows;
import io.iamplane.testing.TokenSmith;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.restassured.response.Response;
import jakarta.inject.Inject;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * This service is the provider of a tenant: people of the tenant {@code demo} sign in to another
 * one. One process plays both, which meet by HTTP alone; the browser keeps the cookies of each
 * apart, as it does those of two hosts.
 */
@QuarkusTest
@Tag("ci")
@TestProfile(SecondInstanceProfile.class)
class SecondInstanceApiTest extends SignInApiFixture {

  private static final String SELF = SecondInstanceProfile.issuer();
  private static final String PERSON = "Una Upstream";

  @Inject PanelWithCallbacks panel;
  @Inject TokenSmith smith;

  /** The cookies of the upstream host; those of the other are in {@code browser}. */
  private final Browser upstream = new Browser();

  private AdminTenant tenant;
  private String una;

  @BeforeEach
  void aPersonIsKnownThere() throws Exception {
    List<String> present =
        Rows.texts("SELECT id::text FROM iam_users WHERE name = '" + PERSON + "'");
    una = present.isEmpty() ? person(PERSON) : present.getFirst();
  }

  @BeforeEach
  void aTenantOfThatProvider() {
    tenant = new AdminTenant(platform);
    panel.add(
        AnswerJson.text(
            tenant
                .put(
                    "identity-provider",
                    """
                    {'name': 'Upstream', 'issuer': '%s', 'client_id': 'panel',
                     'token_endpoint_auth_method': 'none', 'id_token_alg': 'ES256',
                     'create_users': true, 'aal2_acr': ['aal2']}
                    """
                        .formatted(SELF))
                .statusCode(200),
            "/data/redirect_uri"));
  }

  /** The way from the sign-in page to the provider; the path and query there. */
  private String leave(Map<String, String> asked) {
    Map<String, String> form = Browser.form(page(asked), FederationFixture.BUTTON);
    form.put("organization", tenant.organization().key());
    Response left = browser.post("/sign-in/federation", form);
    assertThat(left.statusCode()).as(left.asString()).isEqualTo(200);
    String prefix = "0; url=" + SELF;
    assertThat(left.header("Refresh")).startsWith(prefix + "/oauth/authorize?");
    return left.header("Refresh").substring(prefix.length());
  }

  /** The whole way of the person, with a page at the provider; the tokens. */
  private Response tokens(Map<String, String> asked) {
    Response sent = upstream.get(leave(asked));
    assertThat(sent.header("Location")).as(sent.asString()).startsWith("../sign-in?");
    Response shown = upstream.get(sent.header("Location").substring(2));
    return comeBack(upstream.post("/sign-in/development", Browser.form(shown.asString(), PERSON)));
  }

  /** The way back from the provider. */
  private Response comeBack(Response left) {
    assertThat(left.statusCode()).as(left.asString()).isEqualTo(303);
    assertThat(left.header("Location")).startsWith(SELF + "/sign-in/federation/");
    URI back = URI.create(left.header("Location"));
    return redeem(returned(browser.get(back.getRawPath() + "?" + back.getRawQuery())).get("code"));
  }

  @Test
  void aPersonSignsInThereAndComesBackAndIsKnownTheNextTime() {
    Response tokens = tokens(request("scope", "openid offline_access"));
    JsonNode access = claims(tokens.path("access_token"));
    assertThat(access.path("org").asText()).isEqualTo(tenant.organization().id().toString());
    JsonNode id = claims(tokens.path("id_token"));
    assertThat(id.path("amr").toString()).isEqualTo("[\"fed\",\"user\"]");
    assertThat(id.path("acr").asText()).isEqualTo("aal1");
    assertThat(id.path("auth_time").asLong()).isPositive();
    assertThat(inbox(tokens.path("access_token"))).isEqualTo(200);
    Response about = given().auth().oauth2(tokens.path("access_token")).get("/oauth/userinfo");
    assertThat(about.<String>path("sub")).isEqualTo(access.path("sub").asText());
    browser.get("/oauth/logout?id_token_hint=" + tokens.path("id_token"));
    // The provider's session lasts, so that no page is shown there.
    Response again = comeBack(upstream.get(leave(request())));
    assertThat(claims(again.path("access_token")).path("sub")).isEqualTo(access.path("sub"));
  }

  @Test
  void aStepUpAsksForOneThere() {
    tokens(request());
    Response strong = tokens(request("acr_values", "aal2"));
    assertThat(claims(strong.path("access_token")).path("acr").asText()).isEqualTo("aal2");
    assertThat(claims(strong.path("id_token")).path("auth_time").asLong()).isPositive();
  }

  @Test
  void aNewSignInIsOneThere() {
    tokens(request());
    assertThat(claims(tokens(request("prompt", "login")).path("id_token")).has("auth_time"))
        .isTrue();
  }

  @Test
  void aPersonWhoTurnsBackThereIsNotSignedInHere() {
    String there = leave(request());
    Response refused = upstream.get(there + "&prompt=none");
    assertThat(String.valueOf(refused.header("Location"))).contains("error=login_required");
    URI back = URI.create(refused.header("Location"));
    FederationFixture.isPage(browser.get(back.getRawPath() + "?" + back.getRawQuery()), 502);
  }

  /** The provider's logout token as it is sent, but by the test, with the provider's key. */
  @Test
  void aSignOutThereEndsTheSessionHere() {
    Response tokens = tokens(request());
    String uri =
        AnswerJson.text(
            tenant.get("identity-provider").statusCode(200), "/data/backchannel_logout_uri");
    String token =
        smith.reforge(
            tokens.path("id_token"),
            claims -> {
              claims.remove("nonce");
              claims.put("sub", "user:" + una).put("jti", "logout-1");
              claims
                  .putObject("events")
                  .putObject("http://schemas.openid.net/event/backchannel-logout");
            });
    given().formParam("logout_token", token).post(URI.create(uri).getPath()).then().statusCode(200);
    isOver(tokens);
  }

  private void isOver(Response tokens) {
    assertThat(returned(authorize(request("prompt", "none"))))
        .containsEntry("error", "login_required");
    await()
        .atMost(Duration.ofSeconds(5))
        .untilAsserted(() -> assertThat(inbox(tokens.path("access_token"))).isEqualTo(401));
  }

  @Test
  void withoutTheProviderTheSessionIsOver() {
    Response tokens = tokens(request());
    tenant.delete("identity-provider").statusCode(200);
    isOver(tokens);
  }
}
