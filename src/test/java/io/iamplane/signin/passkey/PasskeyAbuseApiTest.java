package io.iamplane.signin.passkey;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.shared.Secret;
import io.iamplane.signin.Browser;
import io.iamplane.signin.passkey.Challenges.Ceremony;
import io.iamplane.testing.Rows;
import io.iamplane.testing.TestDatabase;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.path.json.JsonPath;
import io.restassured.response.Response;
import jakarta.inject.Inject;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.HexFormat;
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
    Secret own = new Secret(browser.cookie("__Host-iam-form"));
    form.put("challenge", sealed(Ceremony.SIGN_IN, late, own));
    isPage(signIn(form), 400);
    Challenges.Challenge other = new Challenges.Challenge(new byte[32], Instant.now());
    form.put("challenge", sealed(Ceremony.ENROLMENT, other, own));
    isPage(signIn(form), 400);
    form.put("challenge", sealed(Ceremony.SIGN_IN, other, own));
    assertThat(returned(signIn(form))).as("the right one").containsKey("code");
  }

  private String sealed(Ceremony ceremony, Challenges.Challenge challenge, Secret form) {
    String field = challenges.field(ceremony, challenge, form);
    return field.substring(field.indexOf("value=\"") + 7, field.lastIndexOf('"'));
  }

  /** A response that someone was made to give on their own page signs in no other browser. */
  @Test
  void aChallengeIsOfTheBrowserThatItWasShownIn() {
    enrol(person("Bea Browser"), device);
    Map<String, String> theirs = signed(device);
    Browser attacker = new Browser();
    String page = attacker.get("/sign-in?" + query(request("prompt", "login"))).asString();
    Map<String, String> form = Browser.form(page, USE);
    form.put("challenge", theirs.get("challenge"));
    form.put("response", theirs.get("response"));
    isPage(attacker.post("/sign-in/passkey", form), 400);
    assertThat(returned(signIn(theirs))).containsKey("code");
  }

  @Test
  void aPersonHasTwentyPasskeysAtMostAndOneIsOfOnePerson() throws SQLException {
    String user = person("Tim Twenty");
    String page = shown(link(user));
    Rows.update(
        """
        INSERT INTO iam_passkeys (id, organization_id, user_id, credential_id, credential,
          sign_count, backup_eligible, backed_up, created_at, challenged_at)
        SELECT gen_random_uuid(), organization_id, id, uuid_send(gen_random_uuid()), 'x', 0,
          false, false, now(), now()
        FROM iam_users, generate_series(1, 20) WHERE id = '%s'
        """
            .formatted(user));
    Map<String, String> form = form(page, MAKE, device.create(options(page), ISSUER));
    Response refused = enrol(form);
    isPage(refused, 409);
    assertThat(refused.asString()).contains("20 passkeys");
    Rows.update("DELETE FROM iam_passkeys WHERE user_id = '" + user + "'");
    assertThat(enrol(form).statusCode()).as("the link is not used up").isEqualTo(200);

    String second = shown(link(person("Tom Second")));
    Map<String, String> another = form(second, MAKE, device.create(options(second), ISSUER));
    String id = JsonPath.from(another.get("response")).getString("rawId");
    Rows.update(
        "UPDATE iam_passkeys SET credential_id = '\\x%s' WHERE user_id = '%s'"
            .formatted(HexFormat.of().formatHex(Base64.getUrlDecoder().decode(id)), user));
    Response taken = enrol(another);
    isPage(taken, 409);
    assertThat(taken.asString()).contains("already in use");
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
      TestDatabase.comeBack();
    }
    assertThat(returned(signIn(form))).containsKey("code");
  }
}
