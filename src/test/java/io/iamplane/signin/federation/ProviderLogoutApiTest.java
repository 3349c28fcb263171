package io.iamplane.signin.federation;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.iamplane.testing.Rows;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** A sign-out at the provider ends the person's sessions here, and nothing else does. */
@QuarkusTest
class ProviderLogoutApiTest extends FederationFixture {

  private Response tell(String token) {
    String uri = administrator().get(PROVIDER).path("data.backchannel_logout_uri");
    return given().formParam("logout_token", token).post(URI.create(uri).getPath());
  }

  @Test
  void aSignOutAtTheProviderEndsSessionsAndTokens() {
    name(body());
    String access = redeem(returned(signIn("rob", Map.of())).get("code")).path("access_token");
    assertThat(inbox(access)).isEqualTo(200);
    tell(provider.logoutToken("stranger", _ -> {})).then().statusCode(200);
    assertThat(returned(authorize(request("prompt", "none")))).containsKey("code");
    tell(provider.logoutToken("rob", _ -> {}))
        .then()
        .statusCode(200)
        .header("Cache-Control", "no-store");
    assertThat(returned(authorize(request("prompt", "none"))))
        .containsEntry("error", "login_required");
    String user = claims(access).path("sub").asText().substring("user:".length());
    assertThat(events("iam.session.ended").getFirst().toString())
        .contains("type=identity_provider", "user=" + user);
    await()
        .atMost(Duration.ofSeconds(5))
        .untilAsserted(() -> assertThat(inbox(access)).isEqualTo(401));
  }

  /** The session's time was over, and its last access token's is not. */
  @Test
  void aSignOutAtTheProviderEndsTokensOfASessionThatIsGone() throws Exception {
    name(body());
    String access = redeem(returned(signIn("ron", Map.of())).get("code")).path("access_token");
    Rows.update("DELETE FROM iam_sessions WHERE amr LIKE 'fed%'");
    assertThat(inbox(access)).isEqualTo(200);
    tell(provider.logoutToken("ron", _ -> {})).then().statusCode(200);
    await()
        .atMost(Duration.ofSeconds(5))
        .untilAsserted(() -> assertThat(inbox(access)).isEqualTo(401));
  }

  @Test
  void aTokenThatIsNoneEndsNothing() {
    name(body());
    returned(signIn("sam", Map.of()));
    long now = Instant.now().getEpochSecond();
    List<Consumer<Map<String, Object>>> changes =
        List.of(
            each -> each.put("iss", "https://evil.example"),
            each -> each.put("aud", "other"),
            each -> each.put("nonce", "n"),
            each -> each.remove("events"),
            each -> each.remove("jti"),
            each -> each.put("sub", ""),
            each -> each.put("iat", now - 180),
            each -> {
              each.remove("sub");
              each.put("sid", "s-1");
            });
    for (Consumer<Map<String, Object>> change : changes) {
      tell(provider.logoutToken("sam", change)).then().statusCode(400);
    }
    provider.algorithm = "other key";
    tell(provider.logoutToken("sam", _ -> {})).then().statusCode(400);
    provider.algorithm = "none";
    tell(provider.logoutToken("sam", _ -> {})).then().statusCode(400);
    tell("x").then().statusCode(400);
    given().post("/sign-in/federation/x/backchannel-logout").then().statusCode(400);
    assertThat(returned(authorize(request("prompt", "none")))).containsKey("code");
  }
}
