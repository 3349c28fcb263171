package io.iamplane.signin.federation;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.signin.Browser;
import io.iamplane.testing.Rows;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import java.net.URI;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** No wrong message of a provider, a network or another browser lets a person in. */
@QuarkusTest
class FederationAbuseApiTest extends FederationFixture {

  static Stream<Arguments> wrongAnswers() {
    long now = Instant.now().getEpochSecond();
    return Stream.of(
        wrong("another issuer", each -> each.claims.put("iss", "https://evil.example")),
        wrong("another audience", each -> each.claims.put("aud", "other")),
        wrong("no audience", each -> each.claims.remove("aud")),
        wrong(
            "several audiences and no authorized party",
            each -> each.claims.put("aud", List.of("iam", "other"))),
        wrong("another authorized party", each -> each.claims.put("azp", "other")),
        wrong("another nonce", each -> each.claims.put("nonce", "n")),
        wrong("no nonce", each -> each.claims.remove("nonce")),
        wrong("no subject", each -> each.claims.remove("sub")),
        wrong("an empty subject", each -> each.claims.put("sub", "")),
        wrong("a long subject", each -> each.claims.put("sub", "s".repeat(256))),
        wrong("a subject with a control", each -> each.claims.put("sub", "s\u0000")),
        wrong("expired", each -> each.claims.put("exp", now - 120)),
        wrong("no expiry", each -> each.claims.remove("exp")),
        wrong("issued later", each -> each.claims.put("iat", now + 300)),
        wrong("no issue time", each -> each.claims.remove("iat")),
        wrong("another access token", each -> each.claims.put("at_hash", "AAAAAAAAAAAAAAAAAAAAAA")),
        wrong("no signature", each -> each.algorithm = "none"),
        wrong("the client's secret as a key", each -> each.algorithm = "HS256"),
        wrong("another algorithm, with a good key", each -> each.algorithm = "ES256"),
        wrong("another key of the same name", each -> each.algorithm = "other key"),
        wrong("no tokens", each -> each.answer = "{}"),
        wrong("no JSON", each -> each.answer = "<html>"),
        wrong("an error", each -> error(each, 400)),
        wrong("a failure", each -> each.status = 500),
        wrong("a redirect", each -> each.status = 302),
        wrong(
            "no ID token",
            each -> each.answer = "{\"access_token\": \"x\", \"token_type\": \"Bearer\"}"),
        wrong(
            "an ID token that is none",
            each ->
                each.answer =
                    "{\"access_token\": \"x\", \"token_type\": \"Bearer\", \"id_token\": \"x\"}"),
        wrong("too large an answer", each -> each.answer = "x".repeat(200_000)));
  }

  private static Arguments wrong(String name, Consumer<ForeignProvider> change) {
    return Arguments.argumentSet(name, change);
  }

  private static void error(ForeignProvider provider, int status) {
    provider.status = status;
    provider.answer = "{\"error\": \"invalid_grant\"}";
  }

  @ParameterizedTest
  @MethodSource("wrongAnswers")
  void aWrongAnswerOfTheProviderOpensNothing(Consumer<ForeignProvider> change) throws Exception {
    name(body());
    Map<String, String> sent = leave(request());
    provider.person("mallory", sent.get("nonce"));
    change.accept(provider);
    isPage(comeBack(sent, ""), 502);
    assertThat(Rows.texts("SELECT subject FROM iam_federated_identities")).isEmpty();
  }

  static Stream<Arguments> wrongMetadata() {
    return Stream.of(
        wrong("another issuer", each -> each.metadata.put("issuer", "https://evil.example")),
        wrong(
            "a script as an endpoint",
            each -> each.metadata.put("authorization_endpoint", "javascript:alert(1)")),
        wrong("no keys", each -> each.metadata.remove("jwks_uri")),
        wrong("no token endpoint", each -> each.metadata.remove("token_endpoint")),
        wrong("keys inside", each -> each.metadata.put("jwks_uri", "http://10.0.0.1/keys")),
        wrong("keys by name", each -> each.metadata.put("jwks_uri", "https://[fe80::1]/keys")),
        wrong("keys in a file", each -> each.metadata.put("jwks_uri", "file:///etc/passwd")),
        wrong("large keys", each -> each.keys = "{\"keys\": [" + " ".repeat(200_000) + "]}"),
        wrong("no key set", each -> each.keys = "[]"),
        wrong("keys that hang", each -> each.keysHang = true));
  }

  @ParameterizedTest
  @MethodSource("wrongMetadata")
  void wrongMetadataLeadNowhere(Consumer<ForeignProvider> change) {
    name(body());
    change.accept(provider);
    isPage(left(request(), "demo"), 502);
  }

  @Test
  void aTokenEndpointInsideIsNotAsked() {
    name(body());
    provider.metadata.put("token_endpoint", "http://169.254.169.254/token");
    Map<String, String> sent = leave(request());
    provider.person("mallory", sent.get("nonce"));
    isPage(comeBack(sent, ""), 502);
  }

  @Test
  void anAnswerNamesTheIssuerThatWasAsked() {
    name(body());
    Map<String, String> sent = leave(request());
    provider.person("mallory", sent.get("nonce"));
    isPage(comeBack(sent, "&iss=https%3A%2F%2Fevil.example"), 502);
    assertThat(provider.lastRequest).as("the code went nowhere").isEmpty();
  }

  @Test
  void anIssuerThatWasPromisedMustBeThere() {
    provider.metadata.put("authorization_response_iss_parameter_supported", true);
    name(body());
    Map<String, String> sent = leave(request());
    provider.person("mallory", sent.get("nonce"));
    isPage(comeBack(sent, ""), 502);
    assertThat(provider.lastRequest).isEmpty();
  }

  @Test
  void anAnswerToAnothersRedirectUriIsMixedUp() {
    name(body());
    Map<String, String> sent = leave(request());
    provider.person("mallory", sent.get("nonce"));
    sent.put("redirect_uri", ISSUER + "/sign-in/federation/" + "0".repeat(8) + "/callback");
    isPage(comeBack(sent, ""), 502);
    assertThat(provider.lastRequest).isEmpty();
  }

  @Test
  void aStateIsGoodInOneBrowserOnce() {
    name(body());
    Map<String, String> sent = leave(request());
    provider.person("olaf", sent.get("nonce"));
    String path =
        URI.create(sent.get("redirect_uri")).getPath() + "?code=c&state=" + sent.get("state");
    Browser other = new Browser();
    isPage(other.get(path), 400);
    other.get("/sign-in?" + query(request()));
    isPage(other.get(path), 400);
    assertThat(provider.lastRequest).isEmpty();
    assertThat(returned(browser.get(path))).containsKey("code");
    isPage(browser.get(path), 400);
  }

  @Test
  void aStateIsGoodOnceThoughTheFirstAnswerWasAnError() {
    name(body());
    Map<String, String> sent = leave(request());
    String path = URI.create(sent.get("redirect_uri")).getPath();
    isPage(browser.get(path + "?error=access_denied&state=" + sent.get("state")), 502);
    isPage(browser.get(path + "?code=c&state=" + sent.get("state")), 400);
  }

  @Test
  void aStateThatIsMadeUpIsRefused() {
    name(body());
    String path = URI.create(leave(request()).get("redirect_uri")).getPath();
    for (String state : new String[] {"", "x", "a".repeat(400), "%41"}) {
      isPage(browser.get(path + "?code=c&state=" + state), 400);
    }
    isPage(browser.get(path), 400);
  }

  @Test
  void anIdTokenOfAnotherSignInIsRefused() {
    name(body());
    Map<String, String> first = leave(request());
    provider.person("pia", first.get("nonce"));
    Map<String, String> second = leave(request());
    isPage(comeBack(second, ""), 502);
  }

  @Test
  void aProviderThatWasReplacedMeanwhileIsNotAsked() {
    name(body());
    Map<String, String> sent = leave(request());
    try (ForeignProvider other = new ForeignProvider()) {
      Map<String, Object> body = body();
      body.put("issuer", other.issuer());
      name(body);
      isPage(comeBack(sent, ""), 502);
      assertThat(other.lastRequest).isEmpty();
    }
  }

  @Test
  void aFormOfAnotherSiteLeadsNowhere() {
    name(body());
    page(request());
    Response answer =
        browser.post(
            "/sign-in/federation",
            Map.of("form", "x", "request", query(request()), "organization", "demo"));
    isPage(answer, 403);
  }

  @Test
  void anUnknownOrganizationAndOneWithoutAProviderLookAlike() {
    Response without = left(request(), "demo");
    Response unknown = left(request(), "no-such-organization");
    isPage(without, 404);
    isPage(unknown, 404);
    assertThat(without.asString()).isEqualTo(unknown.asString());
  }

  @Test
  void keysAreReadOnceAndAgainForAnUnknownOneAtMostOnceAMinute() {
    name(body());
    for (int i = 0; i < 3; i++) {
      returned(signIn("quin", Map.of()));
      browser.get("/oauth/logout");
      assertThat(provider.keyReads).hasValue(1);
      browser.plant("__Host-iam-session", "x".repeat(43));
    }
  }
}
