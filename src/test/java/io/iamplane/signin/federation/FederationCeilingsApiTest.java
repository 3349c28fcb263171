package io.iamplane.signin.federation;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.http.limit.FailedAuthentications;
import io.iamplane.http.limit.Limits;
import io.iamplane.key.seal.SecretBoxes;
import io.iamplane.shared.OrganizationId;
import io.iamplane.signin.Browser;
import io.iamplane.testing.Rows;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.HexFormat;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Ceilings hold federated people, and what a provider does wrong counts against no address. */
@QuarkusTest
class FederationCeilingsApiTest extends FederationFixture {

  private static final String ADDRESS = "127.0.0.1";

  @Inject FailedAuthentications failures;

  @BeforeEach
  void theAdministratorIsHere() {
    administratorToken();
  }

  @Test
  void aPersonGetsAsManyCodesAsAnyOther() {
    name(body());
    Limits.installStill(Map.of("oauth.rate_limit", "6"));
    returned(signIn("uma", Map.of()));
    for (int i = 0; i < 5; i++) {
      returned(authorize(request("prompt", "none")));
    }
    isPage(authorize(request("prompt", "none")), 429);
    browser.plant("__Host-iam-session", "x".repeat(43));
    assertThat(returned(signIn("val", Map.of()))).as("someone else").containsKey("code");
  }

  @Test
  void anAddressAsksProvidersAsOftenAsAClientGetsTokens() {
    name(body());
    Limits.installStill(Map.of("oauth.rate_limit", "3"));
    Map<String, String> sent = leave(request());
    String path = URI.create(sent.get("redirect_uri")).getPath() + "?code=c&state=";
    leave(request());
    isPage(browser.get(path + sent.get("state")), 502);
    isPage(left(request(), "demo"), 429);
  }

  @Test
  void whatIsWrongAtTheProviderIsNoFailureOfTheAddress() {
    name(body());
    Limits.installStill(Map.of("authentication.failure_limit", "1"));
    provider.metadataStatus = 503;
    isPage(left(request(), "demo"), 502);
    provider.metadataStatus = 200;
    name(changed());
    provider.status = 500;
    isPage(signIn("wes", Map.of()), 502);
    provider.status = 200;
    // No time, though one was asked for.
    isPage(signIn("wes", Map.of(), request("max_age", "60")), 502);
    Map<String, String> sent = leave(request());
    String path = URI.create(sent.get("redirect_uri")).getPath();
    isPage(browser.get(path + "?error=access_denied&state=" + sent.get("state")), 502);
    assertThat(failures.isOver(ADDRESS)).isFalse();
    isPage(signIn("wes", Map.of("aud", "other")), 502);
    assertThat(failures.isOver(ADDRESS)).as("a foreign token").isTrue();
  }

  @Test
  void aSecretWhoseKeyIsGoneIsNoFailureOfTheAddress() throws SQLException {
    name(body());
    Limits.installStill(Map.of("authentication.failure_limit", "1"));
    OrganizationId organization =
        OrganizationId.parse(
                Rows.texts("SELECT organization_id::text FROM iam_identity_providers").getFirst())
            .orElseThrow();
    byte[] sealed =
        SecretBoxes.of(1)
            .seal(
                ForeignProvider.SECRET.getBytes(StandardCharsets.UTF_8),
                IdentityProviderStore.place(organization));
    Rows.update(
        "UPDATE iam_identity_providers SET sealed_secret = '\\x%s'"
            .formatted(HexFormat.of().formatHex(sealed)));
    isPage(signIn("xia", Map.of()), 502);
    assertThat(provider.lastRequest).isEmpty();
    assertThat(failures.isOver(ADDRESS)).isFalse();
    name(body());
    assertThat(returned(signIn("xia", Map.of()))).as("named again").containsKey("code");
  }

  @Test
  void aSignInThatBeganElsewhereIsAFailure() {
    name(body());
    Limits.installStill(Map.of("authentication.failure_limit", "1"));
    isPage(left(request(), "no-such-organization"), 404);
    assertThat(failures.isOver(ADDRESS)).isTrue();
    assertThat(new Browser().get("/sign-in?" + query(request())).statusCode()).isEqualTo(200);
  }

  private Map<String, Object> changed() {
    Map<String, Object> body = body();
    body.put("name", "Other");
    return body;
  }
}
