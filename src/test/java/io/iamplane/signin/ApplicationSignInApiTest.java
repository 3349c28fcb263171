package io.iamplane.signin;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.testing.AssertionForge;
import io.iamplane.testing.Rows;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import io.restassured.specification.RequestSpecification;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** People of a tenant sign in to the tenant's own applications. */
@QuarkusTest
class ApplicationSignInApiTest extends ApplicationFixture {

  private static Response basic(App app, String path, Map<String, String> form) {
    RequestSpecification request = given().auth().preemptive().basic(app.clientId(), app.secret());
    form.forEach(request::formParam);
    return request.post(path);
  }

  @Test
  void aPersonSignsInToAPublicApplication() {
    String user = "user:" + person("Pia Public");
    App app = application("public", BACK);
    Response tokens = redeem(redeeming(app, codeOf(app, "Pia Public")));
    tokens.then().statusCode(200);
    var access = claims(tokens.path("access_token"));
    assertThat(access.path("aud").asText()).isEqualTo(app.clientId());
    assertThat(access.path("client_id").asText()).isEqualTo(app.clientId());
    assertThat(access.path("sub").asText()).isEqualTo(user);
    var identity = claims(tokens.path("id_token"));
    assertThat(identity.path("aud").asText()).isEqualTo(app.clientId());
    assertThat(identity.path("sub").asText()).isEqualTo(user);
    assertThat(identity.path("nonce").asText()).isEqualTo("n-1");
    // OpenID Connect Core 1.0, section 2: only where the audience is another.
    assertThat(identity.has("azp")).isFalse();
    Response info = userInfo(tokens.path("access_token"));
    assertThat(info.<String>path("sub")).isEqualTo(user);
    assertThat(info.<String>path("name")).isEqualTo("Pia Public");
    Response next = redeem(refreshing(app, tokens.path("refresh_token")));
    next.then().statusCode(200);
    assertThat(claims(next.path("access_token")).path("aud").asText()).isEqualTo(app.clientId());
    Map<String, String> form =
        Map.of("client_id", app.clientId(), "token", next.path("refresh_token"));
    RequestSpecification revoking = given();
    form.forEach(revoking::formParam);
    revoking.post("/oauth/revoke").then().statusCode(200);
    isRefused(redeem(refreshing(app, next.path("refresh_token"))), 400, "invalid_grant");
    isEnded(next.path("access_token"));
  }

  @Test
  void aConfidentialApplicationProvesItselfByItsSecret() {
    person("Cora Confidential");
    App app = application("confidential", BACK);
    Map<String, String> form = redeeming(app, codeOf(app, "Cora Confidential"));
    form.remove("client_id");
    Response tokens = basic(app, "/oauth/token", form);
    tokens.then().statusCode(200);
    String refresh = tokens.path("refresh_token");
    Response next = proved(app, refreshing(app, refresh));
    next.then().statusCode(200);
    Response seen = basic(app, "/oauth/introspect", Map.of("token", next.path("access_token")));
    assertThat(seen.<Boolean>path("active")).isTrue();
    assertThat(seen.<String>path("aud[0]")).isEqualTo(app.clientId());
    basic(app, "/oauth/revoke", Map.of("token", next.path("refresh_token"))).then().statusCode(200);
    isRefused(proved(app, refreshing(app, next.path("refresh_token"))), 400, "invalid_grant");
    isEnded(next.path("access_token"));
    Response after = basic(app, "/oauth/introspect", Map.of("token", next.path("access_token")));
    assertThat(after.<Boolean>path("active")).isFalse();
  }

  /** An application's account has a secret from the start; an operator may give it another one. */
  @Test
  void aConfidentialApplicationProvesItselfByItsKey() throws Exception {
    person("Kay Key");
    App app = application("confidential", BACK);
    AssertionForge forge = new AssertionForge("one");
    Response account =
        json(app.token())
            .body(
                "{\"name\": \"Keys\", \"auth\": \"private_key_jwt\", \"jwks\": %s}"
                    .formatted(AssertionForge.jwks(forge.jwk())))
            .post(API + "service-accounts");
    account.then().statusCode(201);
    Rows.update(
        "UPDATE iam_applications SET service_account_id = '%s' WHERE key = '%s'"
            .formatted(account.<String>path("data.id"), app.key()));
    App keyed = new App(app.token(), "", app.key(), account.path("data.client.client_id"), "");
    String code = codeOf(keyed, "Kay Key");
    Map<String, String> form = redeeming(keyed, code);
    isRefused(redeem(form), 401, "invalid_client");
    form.put("client_assertion_type", AssertionForge.TYPE);
    form.put("client_assertion", new AssertionForge("one").good(keyed.clientId(), Instant.now()));
    isRefused(redeem(form), 401, "invalid_client");
    form.put("client_assertion", forge.good(keyed.clientId(), Instant.now()));
    redeem(form).then().statusCode(200);
    // An assertion is good once.
    isRefused(redeem(form), 401, "invalid_client");
  }

  @Test
  void aSessionOpensTheApplicationsOfItsOwnTenantWithoutAPage() {
    person("Sam Session");
    App app = application("public", BACK);
    code("Sam Session");
    assertThat(back(authorize(asked(app, "prompt", "none")))).containsKey("code");
  }

  @Test
  void aNativeApplicationHasAnyPortOfThisMachine() {
    person("Nat Native");
    App app = application("public", "http://127.0.0.1/callback", BACK);
    code("Nat Native");
    String uri = "http://127.0.0.1:50123/callback";
    Response sent = authorize(asked(app, "redirect_uri", uri));
    assertThat(sent.header("Location")).startsWith(uri + "?code=");
    isPage(authorize(asked(app, "redirect_uri", "http://localhost:50123/callback")), 400);
  }

  @Test
  void applicationsPushRequests() {
    person("Petra Push");
    code("Petra Push");
    App open = application("public", BACK);
    RequestSpecification pushing = given();
    asked(open).forEach(pushing::formParam);
    pushed(open, pushing.post("/oauth/par"));
    App closed = application("confidential", BACK);
    pushed(closed, basic(closed, "/oauth/par", asked(closed)));
    RequestSpecification unproved = given();
    asked(closed).forEach(unproved::formParam);
    isRefused(unproved.post("/oauth/par"), 401, "invalid_client");
  }

  private void pushed(App app, Response answer) {
    answer.then().statusCode(201);
    Map<String, String> brought =
        Map.of("client_id", app.clientId(), "request_uri", answer.path("request_uri"));
    assertThat(back(authorize(brought))).containsKey("code");
  }

  @Test
  void anApplicationSignsItsPersonOut() {
    person("Olaf Out");
    App app = application("public", BACK);
    Response tokens = redeem(redeeming(app, codeOf(app, "Olaf Out")));
    Response sent =
        browser.get(
            "/oauth/logout?id_token_hint="
                + tokens.path("id_token")
                + "&post_logout_redirect_uri="
                + BACK
                + "&state=bye");
    assertThat(sent.header("Location")).isEqualTo(BACK + "?state=bye");
    isEnded(tokens.path("access_token"));
    isRefused(redeem(refreshing(app, tokens.path("refresh_token"))), 400, "invalid_grant");
    assertThat(back(authorize(asked(app, "prompt", "none"))))
        .containsEntry("error", "login_required");
  }
}
