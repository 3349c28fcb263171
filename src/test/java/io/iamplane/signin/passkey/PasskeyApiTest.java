package io.iamplane.signin.passkey;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.iamplane.cli.Commands;
import io.iamplane.testing.LogCapture;
import io.iamplane.testing.Rows;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A person comes with a link, enrols a passkey, and signs in with it. */
@QuarkusTest
class PasskeyApiTest extends PasskeyFixture {

  @Test
  void aPersonEnrolsAPasskeyAndSignsInWithIt() throws SQLException {
    String user = person("Pia <Passkey>");
    Device device = new Device();
    List<String> secrets = new ArrayList<>();
    List<String> log =
        LogCapture.during(() -> {
          String link = link(user);
          secrets.add(link.substring(link.indexOf('=') + 1));
          Response opened = browser.get(link);
          assertThat(opened.header("Content-Security-Policy"))
              .contains("script-src 'self'", "frame-ancestors 'none'");
          assertThat(opened.header("Cache-Control")).isEqualTo("no-store");
          assertThat(opened.header("Referrer-Policy")).isEqualTo("no-referrer");
          assertThat(opened.asString()).contains("Pia &lt;Passkey&gt;, create a passkey");
          String page = opened.asString();
          String made = device.create(options(page), ISSUER);
          assertThat(enrol(form(page, MAKE, made)).statusCode()).isEqualTo(200);
          Map<String, String> signed = signed(device);
          secrets.add(signed.get("challenge"));
          JsonNode id = idToken(signIn(signed));
          assertThat(id.path("sub").asText()).isEqualTo("user:" + user);
          assertThat(id.path("acr").asText()).isEqualTo("aal2");
          assertThat(id.path("amr").toString()).isEqualTo("[\"pop\",\"user\"]");
        });
    assertThat(secrets).hasSize(2);
    for (String secret : secrets) {
      assertThat(log).noneMatch(line -> line.contains(secret));
      assertThat(Rows.tablesWith(secret)).isEmpty();
    }
    assertThat(events("iam.user.invited").toString()).contains(user);
    assertThat(events("iam.passkey.created").toString()).contains(user);
    assertThat(
            Rows.texts(
                "SELECT concat_ws(' ', sign_count, last_used_at > created_at) FROM iam_passkeys"
                    + " WHERE user_id = '%s'".formatted(user)))
        .containsExactly("2 t");
  }

  @Test
  void anAuthenticatorWithoutCounterSignsInAgainAndAgain() {
    Device device = Device.withoutCounter();
    enrol(person("Nora None"), device);
    idToken(signIn(signed(device)));
    idToken(signIn(signed(device)));
  }

  @Test
  void thePageAsksForStepUpByTheSamePasskey() {
    Device device = new Device();
    enrol(person("Stella Step"), device);
    String page = page(request("acr_values", "aal2"));
    idToken(signIn(form(page, USE, device.get(options(page), ISSUER))));
  }

  @Test
  void theScriptIsAFileOfThisService() {
    Response script = given().get("/sign-in/passkeys.js");
    assertThat(script.statusCode()).isEqualTo(200);
    assertThat(script.contentType()).isEqualTo("text/javascript;charset=UTF-8");
    assertThat(script.header("X-Content-Type-Options")).isEqualTo("nosniff");
  }

  @Test
  void aNewLinkEndsTheOneBefore() {
    String user = person("Lea Later");
    String first = link(user);
    shown(link(user));
    isPage(browser.get(first), 404);
  }

  @Test
  void aLostPasskeyIsReplaced() {
    String user = person("Lou Lost");
    Device lost = new Device();
    enrol(user, lost);
    String access = redeem(returned(signIn(signed(lost))).get("code")).path("access_token");
    assertThat(inbox(access)).isEqualTo(200);
    shown(link(user, "--replace"));
    await()
        .atMost(Duration.ofSeconds(5))
        .untilAsserted(() -> assertThat(inbox(access)).isEqualTo(401));
    assertThat(events("iam.session.ended").toString()).contains(user);
    isPage(signIn(signed(lost)), 403);
    assertThat(events("iam.passkey.removed").toString()).contains(user);
    Device found = new Device();
    enrol(user, found);
    idToken(signIn(signed(found)));
  }

  @Test
  void ofTwoWhoUseALinkAtOnceOneEnrols() throws Exception {
    String user = person("Una Twice");
    String page = shown(link(user));
    List<Map<String, String>> forms =
        Stream.of(new Device(), new Device())
            .map(device -> form(page, MAKE, device.create(options(page), ISSUER)))
            .toList();
    CyclicBarrier start = new CyclicBarrier(2);
    List<Future<Integer>> answers = new ArrayList<>();
    try (ExecutorService clients = Executors.newFixedThreadPool(2)) {
      for (Map<String, String> form : forms) {
        answers.add(
            clients.submit(() -> {
              start.await();
              return enrol(form).statusCode();
            }));
      }
    }
    assertThat(List.of(answers.getFirst().get(), answers.getLast().get()))
        .containsExactlyInAnyOrder(200, 404);
    assertThat(Rows.texts("SELECT id FROM iam_passkeys WHERE user_id = '" + user + "'")).hasSize(1);
  }

  @Test
  void aPageThatWasOpenBeforeTheEnrolmentSignsIn() {
    String user = person("Oda Open");
    String open = page(request("prompt", "login"));
    Device device = new Device();
    enrol(user, device);
    idToken(signIn(form(open, USE, device.get(options(open), ISSUER))));
  }

  @Test
  void anErasureRemovesLinkAndPasskeys() throws SQLException {
    String user = person("Eve Erased");
    enrol(user, new Device());
    String link = link(user);
    administrator()
        .contentType("application/json")
        .body(Map.of("subject", "user:" + user))
        .post(API + "audit/erase-subject")
        .then()
        .statusCode(200);
    isPage(browser.get(link), 404);
    assertThat(Rows.texts("SELECT id FROM iam_passkeys WHERE user_id = '" + user + "'")).isEmpty();
  }

  @Test
  void theCommandNamesWhatItDoesNotFind() {
    Commands.Ended ended =
        commands.run("iam:users:invite", "--tenant", "demo", "--user", "no-such-one");
    assertThat(ended.exitCode()).isNotZero();
    assertThat(ended.err()).contains("the organization has no user 'no-such-one'");
    String user = person("Olga Other");
    Commands.Ended other =
        commands.run("iam:users:invite", "--tenant", platform.tenant().key(), "--user", user);
    assertThat(other.exitCode()).isNotZero();
    assertThat(other.err()).contains("the organization has no user");
  }

  private static JsonNode idToken(Response signedIn) {
    Response tokens = redeem(returned(signedIn).get("code"));
    tokens.then().statusCode(200);
    return claims(tokens.path("id_token"));
  }
}
