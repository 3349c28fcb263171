package io.iamplane.signin.passkey;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.iamplane.signin.Browser;
import io.iamplane.testing.Rows;
import io.iamplane.testing.TestDatabase;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Tricks with links, challenges and responses are refused, and nobody gets in. */
@QuarkusTest
class PasskeyAbuseApiTest extends PasskeyFixture {

  private static final String ELSEWHERE = "https://iam.example.net";

  @Inject Challenges challenges;

  private final Device device = new Device();

  @Test
  void aPageOfAnotherOriginGetsNoOneIn() {
    String user = person("Otis Origin");
    String page = shown(link(user));
    isPage(enrol(form(page, MAKE, device.create(options(page), ELSEWHERE))), 400);
    Device own = new Device();
    enrol(user, own);
    String asked = page(request("prompt", "login"));
    isPage(signIn(form(asked, USE, own.get(options(asked), ELSEWHERE))), 403);
  }

  @Test
  void aPasskeyOfAnotherRelyingPartyIsRefused() {
    String user = person("Rena Relying");
    String page = shown(link(user));
    String elsewhere = options(page).replace("\"id\":\"localhost\"", "\"id\":\"example.net\"");
    assertThat(elsewhere).isNotEqualTo(options(page));
    isPage(enrol(form(page, MAKE, new Device().create(elsewhere, ISSUER))), 400);
    enrol(user, device);
    String asked = page(request("prompt", "login"));
    String other = options(asked).replace("\"rpId\":\"localhost\"", "\"rpId\":\"example.net\"");
    assertThat(other).isNotEqualTo(options(asked));
    isPage(signIn(form(asked, USE, device.get(other, ISSUER))), 403);
  }

  @Test
  void thePersonMustBeVerified() {
    String user = person("Vera Verified");
    enrol(user, device);
    String asked = page(request("prompt", "login"));
    String lax = options(asked).replace("\"required\"", "\"discouraged\"");
    assertThat(lax).isNotEqualTo(options(asked));
    isPage(signIn(form(asked, USE, device.get(lax, ISSUER))), 403);
  }

  @Test
  void aChallengeIsOfItsPageAndOfFiveMinutes() {
    enrol(person("Cleo Challenge"), device);
    Map<String, String> first = signed(device);
    Map<String, String> second = signed(device);
    second.put("challenge", first.get("challenge"));
    isPage(signIn(second), 403);
    Map<String, String> none = signed(device);
    none.remove("challenge");
    isPage(signIn(none), 400);
    none.put("challenge", "x".repeat(80));
    isPage(signIn(none), 400);

    Challenges.Challenge late =
        new Challenges.Challenge(new byte[32], Instant.now().minus(Duration.ofSeconds(301)));
    String asked = page(request("prompt", "login"));
    String value = Browser.form(asked, USE).get("challenge");
    assertThat(value).isNotEmpty();
    String options =
        options(asked)
            .replaceFirst(
                "\"challenge\":\"[^\"]+\"", "\"challenge\":\"" + Device.text(late.value()) + "\"");
    Map<String, String> form = form(asked, USE, device.get(options, ISSUER));
    form.put("challenge", challenges.sealed(Ceremony.SIGN_IN, late));
    isPage(signIn(form), 400);
    Challenges.Challenge other = new Challenges.Challenge(new byte[32], Instant.now());
    form.put("challenge", challenges.sealed(Ceremony.ENROLMENT, other));
    isPage(signIn(form), 400);
  }

  @Test
  void aResponseCountsOnceEvenWithoutACounter() {
    String user = person("Rita Replay");
    Device plain = Device.withoutCounter();
    enrol(user, plain);
    Map<String, String> older = signed(plain);
    Map<String, String> form = signed(plain);
    assertThat(returned(signIn(form))).containsKey("code");
    isPage(signIn(form), 403);
    isPage(signIn(older), 403);
    assertThat(events("iam.sign_in.refused").toString())
        .contains("id=" + user)
        .contains("passkey_reused");
  }

  @Test
  void aCounterThatWentBackIsRefusedAndRecorded() throws SQLException {
    String user = person("Carl Copied");
    enrol(user, device);
    Rows.update("UPDATE iam_passkeys SET sign_count = 100 WHERE user_id = '" + user + "'");
    isPage(signIn(signed(device)), 403);
    assertThat(events("iam.sign_in.refused").toString())
        .contains("id=" + user)
        .contains("passkey_counter_went_back");
    assertThat(
            Rows.texts("SELECT sign_count::text FROM iam_passkeys WHERE user_id = '" + user + "'"))
        .containsExactly("100");
  }

  @Test
  void aResponseNamesItsOwnPersonAndIsSignedByTheirKey() {
    String user = person("Hanna Handle");
    enrol(user, device);
    Map<String, String> form = signed(device);
    UUID stranger = UUID.randomUUID();
    byte[] handle =
        ByteBuffer.allocate(16)
            .putLong(stranger.getMostSignificantBits())
            .putLong(stranger.getLeastSignificantBits())
            .array();
    String own = form.get("response");
    form.put(
        "response",
        own.replaceFirst(
            "\"userHandle\":\"[^\"]+\"", "\"userHandle\":\"" + Device.text(handle) + "\""));
    assertThat(form.get("response")).isNotEqualTo(own);
    isPage(signIn(form), 403);
    form.put("response", own.replaceFirst("\"signature\":\"[^\"]+\"", "\"signature\":\"AAAA\""));
    isPage(signIn(form), 403);
    for (String broken : new String[] {"", "{}", "[]", "{\"response\":null}", "nonsense"}) {
      form.put("response", broken);
      isPage(signIn(form), 403);
    }
  }

  @Test
  void aSuspendedPersonIsRefused() {
    String user = person("Sven Suspended");
    enrol(user, device);
    String link = link(user);
    administrator().post(API + "users/" + user + "/suspend").then().statusCode(200);
    isPage(signIn(signed(device)), 403);
    assertThat(events("iam.sign_in.refused").toString()).contains("id=" + user);
    administrator().post(API + "users/" + user + "/reactivate").then().statusCode(200);
    isPage(browser.get(link), 404);
  }

  @Test
  void aLinkWorksOnceAndForADay() throws SQLException {
    String user = person("Lina Link");
    String link = link(user);
    String page = shown(link);
    Map<String, String> form = form(page, MAKE, device.create(options(page), ISSUER));
    assertThat(enrol(form).statusCode()).isEqualTo(200);
    isPage(enrol(form), 404);
    isPage(browser.get(link), 404);

    String late = link(user);
    String lastPage = shown(late);
    Device another = new Device();
    Map<String, String> last = form(lastPage, MAKE, another.create(options(lastPage), ISSUER));
    Rows.update("UPDATE iam_invitations SET expires_at = now() WHERE user_id = '" + user + "'");
    isPage(enrol(last), 404);
    isPage(browser.get(late), 404);
    isPage(browser.get("/sign-in/enrol"), 400);
    isPage(browser.get("/sign-in/enrol?invitation=" + "x".repeat(43)), 404);
  }

  @Test
  void aFormCountsInItsOwnBrowser() {
    String user = person("Fred Form");
    String page = shown(link(user));
    Map<String, String> form = form(page, MAKE, device.create(options(page), ISSUER));
    isPage(new Browser().post("/sign-in/enrol", form), 403);
    assertThat(enrol(form).statusCode()).isEqualTo(200);
    isPage(new Browser().post("/sign-in/passkey", signed(device)), 403);
  }

  @Test
  void withoutTheDatabaseNoOneGetsIn() throws IOException {
    String user = person("Dora Down");
    enrol(user, device);
    String link = link(user);
    String page = shown(link);
    Map<String, String> enrolment = form(page, MAKE, new Device().create(options(page), ISSUER));
    Map<String, String> form = signed(device);
    TestDatabase.proxy().goAway();
    try {
      isPage(signIn(form), 503);
      isPage(enrol(enrolment), 503);
      isPage(browser.get(link), 503);
    } finally {
      TestDatabase.proxy().comeBack();
      await()
          .atMost(Duration.ofSeconds(10))
          .until(() -> given().get("/api/iam/v1/ready").statusCode() == 200);
    }
    assertThat(returned(signIn(form))).containsKey("code");
  }
}
