package io.iamplane.signin.federation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.iamplane.change.Change;
import io.iamplane.change.Changes;
import io.iamplane.shared.Caller;
import io.iamplane.shared.OrganizationId;
import io.iamplane.signin.Browser;
import io.iamplane.testing.Rows;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Sessions that began at a provider end with it, and those of others do not. */
@QuarkusTest
class FederatedSessionsApiTest extends FederationFixture {

  @Inject IdentityProviders providers;
  @Inject Changes changes;

  /** Signs in, with a refresh token. */
  private Response tokens(String subject, Map<String, Object> claims) {
    Map<String, String> asked = request("scope", "openid offline_access");
    return redeem(returned(signIn(subject, claims, asked)).get("code"));
  }

  private static Response refresh(Response tokens) {
    Map<String, String> form = new HashMap<>();
    form.put("grant_type", "refresh_token");
    form.put("client_id", "panel");
    form.put("refresh_token", tokens.path("refresh_token"));
    return redeem(form);
  }

  private void areEnded(Response tokens) throws Exception {
    assertThat(isSignedIn()).isFalse();
    assertThat(refresh(tokens).<String>path("error")).isEqualTo("invalid_grant");
    await()
        .atMost(Duration.ofSeconds(5))
        .untilAsserted(() -> assertThat(inbox(tokens.path("access_token"))).isEqualTo(401));
    assertThat(Rows.texts("SELECT id FROM iam_sessions WHERE amr LIKE 'fed%'")).isEmpty();
  }

  @Test
  void theyEndWithTheProviderAndOthersDoNot() throws Exception {
    String other = person("Ora Other");
    name(body());
    Browser ora = new Browser();
    String page = ora.get("/sign-in?" + query(request())).asString();
    returned(ora.post("/sign-in/development", Browser.form(page, "Ora Other")));
    Response tokens = tokens("pat", Map.of());
    assertThat(inbox(tokens.path("access_token"))).isEqualTo(200);
    administrator().delete(PROVIDER).then().statusCode(200);
    areEnded(tokens);
    Response again = ora.get("/oauth/authorize?" + query(request("prompt", "none")));
    String access = redeem(returned(again).get("code")).path("access_token");
    assertThat(claims(access).path("sub").asText()).isEqualTo("user:" + other);
    assertThat(inbox(access)).as("a new token of another session").isEqualTo(200);
    administrator().get(API + "users").then().statusCode(200);
  }

  @Test
  void theyEndWithAnotherIssuerAndNotWithAnotherName() throws Exception {
    name(body());
    Response tokens = tokens("quincy", Map.of());
    Map<String, Object> body = body();
    body.put("name", "Other");
    name(body);
    assertThat(isSignedIn()).isTrue();
    assertThat(inbox(tokens.path("access_token"))).isEqualTo(200);
    try (ForeignProvider other = new ForeignProvider()) {
      body.put("issuer", other.issuer());
      name(body);
    }
    areEnded(tokens);
  }

  /** An author of rules could otherwise begin a session early, and wait. */
  @Test
  void aLinkedPersonsEndOnceTheyHavePrivilegedRights() throws Exception {
    String id = known("e-s1");
    name(linking());
    Response tokens = tokens("rex", Map.of("employee", "e-s1", "employee_verified", true));
    assertThat(claims(tokens.path("access_token")).path("sub").asText()).isEqualTo("user:" + id);
    assertThat(isSignedIn()).isTrue();
    grant("user:" + id);
    areEnded(tokens);
    assertThat(events("iam.session.ended").toString()).contains(id);
  }

  @Test
  void oneOfAPersonWhomClaimsPutIntoAGroupEndsOnceTheGroupIsPrivileged() throws Exception {
    String group = group("fed-session");
    Map<String, Object> body = body();
    body.put("groups_claim", "roles");
    body.put("groups", Map.of("s", group));
    name(body);
    Response tokens = tokens("ric", Map.of("roles", "s"));
    assertThat(isSignedIn()).isTrue();
    grant("group:" + group);
    areEnded(tokens);
    returned(signIn("ric", Map.of("roles", "s")));
    assertThat(members(group)).isEmpty();
    assertThat(isSignedIn()).isTrue();
  }

  @Test
  void aPersonWhomTheProviderMadeMayGetPrivilegedRights() {
    name(body());
    Response tokens = tokens("sid", Map.of());
    grant(claims(tokens.path("access_token")).path("sub").asText());
    assertThat(isSignedIn()).isTrue();
    assertThat(refresh(tokens).statusCode()).isEqualTo(200);
  }

  @Test
  void aProviderThatChangesWhileItAnswersLetsNoOneIn() throws Exception {
    name(body());
    provider.meanwhile =
        () -> {
          Map<String, Object> body = body();
          body.put("required_claims", Map.of("hd", List.of("acme.example")));
          name(body);
        };
    isPage(signIn("tim", Map.of()), 502);
    provider.meanwhile = () -> administrator().delete(PROVIDER).then().statusCode(200);
    isPage(signIn("tim", Map.of("hd", "acme.example")), 502);
    assertThat(Rows.texts("SELECT subject FROM iam_federated_identities")).isEmpty();
    assertThat(Rows.texts("SELECT id FROM iam_sessions WHERE amr LIKE 'fed%'")).isEmpty();
  }

  @Test
  void aProviderGetsNotTheSecretOfItsSuccessor() throws Exception {
    Map<String, Object> body = body();
    name(body);
    Map<String, String> sent = leave(request());
    // Its metadata is read again.
    body.put("name", "Renamed");
    name(body);
    try (ForeignProvider successor = new ForeignProvider()) {
      body.put("issuer", successor.issuer());
      body.put("client_secret", "secret-of-the-successor");
      provider.beforeMetadata = () -> name(body);
      isPage(comeBack(sent, ""), 502);
      assertThat(provider.metadataReads.get()).isEqualTo(2);
      assertThat(provider.lastAuthorization + provider.lastRequest).isEmpty();
      assertThat(successor.lastAuthorization + successor.lastRequest).isEmpty();
    }
  }

  /** The person is found in one change, and the session begins in the next. */
  @Test
  void noSessionBeginsByAProviderThatIsGone() throws Exception {
    name(body());
    OrganizationId organization =
        OrganizationId.parse(
                Rows.texts("SELECT organization_id::text FROM iam_identity_providers").getFirst())
            .orElseThrow();
    IdentityProvider before = providers.get(organization);
    administrator().delete(PROVIDER).then().statusCode(200);
    name(body());
    Change<?> use =
        Change.operational(
            Caller.job(organization, "test", "test"),
            organization,
            recording -> providers.use(recording, before));
    assertThatThrownBy(() -> changes.record(use)).isInstanceOf(UpstreamRefusedException.class);
  }
}
