package io.iamplane.signin.passkey;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.signin.Browser;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** People see pages in the language of their browser. */
@QuarkusTest
class PageLanguageApiTest extends PasskeyFixture {

  private static final String GERMAN = "de-CH,de;q=0.9,en;q=0.5";

  private static String german(Response answer, int status, String... texts) {
    isPage(answer, status);
    assertThat(answer.header("Content-Language")).isEqualTo("de");
    assertThat(answer.headers().getValues("Vary")).containsExactly("Accept-Language");
    assertThat(answer.header("Content-Security-Policy"))
        .startsWith("default-src 'none'; style-src 'sha256-")
        .doesNotContain("unsafe");
    assertThat(answer.asString()).contains("<html lang=\"de\">").contains(texts);
    return answer.asString();
  }

  private Response shownSignIn() {
    return browser.get("/sign-in?" + query(request()));
  }

  @Test
  void aPersonEnrolsAndSignsInAndOutInGerman() {
    String link = link(person("Änne <Groß>"));
    Device device = new Device();
    browser.ask(GERMAN);
    String page =
        german(
            browser.get(link),
            200,
            "<title>Willkommen</title>",
            "<p>Änne &lt;Groß&gt;, erstellen Sie auf diesem Gerät einen Passkey,",
            "data-known=\"Auf diesem Gerät haben Sie bereits einen Passkey.\"",
            "data-failed=\"Das hat nicht funktioniert. Bitte ",
            "<noscript><p>Für einen Passkey ist JavaScript nötig.</p></noscript>");
    Map<String, String> made =
        form(page, "Passkey erstellen", device.create(options(page), ISSUER));
    german(enrol(made), 200, "<h1>Sie haben einen Passkey</h1>", "melden Sie sich mit Ihrem");
    german(enrol(made), 404, "<h1>Das hat nicht funktioniert</h1>", "Dieser Link wurde bereits");
    page =
        german(
            shownSignIn(),
            200,
            "<h1>Anmelden</h1>",
            "<label>Organisation <input",
            "<button>Mit dem Konto Ihres Unternehmens anmelden</button>",
            "<p>Nur für die Entwicklung.");
    String use = "Mit einem Passkey anmelden";
    Map<String, String> signed = form(page, use, device.get(options(page), ISSUER));
    Map<String, String> wrong = form(page, use, "{}");
    german(signIn(wrong), 403, "<p>Dieser Passkey ist hier nicht bekannt");
    assertThat(returned(signIn(signed))).containsKey("code");
    page = german(browser.get("/oauth/logout"), 200, "<p>Möchten Sie sich abmelden?</p>");
    german(
        browser.post("/oauth/logout", Browser.form(page, "Abmelden")),
        200,
        "<p>Sie haben sich abgemeldet.</p>");
  }

  @Test
  void refusalsAreInGerman() {
    browser.ask(GERMAN);
    german(browser.get("/sign-in"), 400, "<p>Die Anwendung ist hier nicht bekannt.</p>");
    german(browser.get("/sign-in?a=1&a=2"), 400, "<p>Ein Parameter ist doppelt angegeben.</p>");
    german(browser.get("/sign-in/enrol"), 400, "<p>Der Link ist nicht vollständig.");
    german(browser.get("/oauth/logout?id_token_hint=x"), 400, "<p>Der Parameter id_token_hint");
    german(browser.post("/sign-in/passkey", Map.of()), 403, "<p>Dieses Formular kam nicht von");
    german(browser.get("/sign-in/federation/x/callback"), 400, "<p>Diese Anmeldung war beendet");
    Map<String, String> form =
        Browser.form(shownSignIn().asString(), "Mit dem Konto Ihres Unternehmens anmelden");
    form.put("organization", "<script>alert(1)</script>");
    assertThat(german(browser.post("/sign-in/federation", form), 404, "<p>Für diesen Namen"))
        .doesNotContain("<script>");
  }

  /** Errors for clients are part of a protocol, which has one language. */
  @Test
  void aClientIsAnsweredInEnglish() {
    browser.ask(GERMAN);
    assertThat(returned(authorize(request("scope", "all"))))
        .containsEntry(
            "error_description", "'scope' may contain only 'openid' and 'offline_access'.");
    Response pushed =
        given()
            .header("Accept-Language", GERMAN)
            .formParam("client_id", "panel")
            .formParam("redirect_uri", "https://evil.example.com/")
            .post("/oauth/par");
    assertThat(pushed.statusCode()).isEqualTo(400);
    assertThat(pushed.<String>path("error_description"))
        .startsWith("The application gave no return address");
  }

  @Test
  void theScriptSaysTheTextsOfThePage() {
    assertThat(given().get("/sign-in/passkeys.js").asString())
        .contains("? form.dataset.known : form.dataset.failed;")
        .doesNotContain("already has a passkey", "did not work");
  }

  @ParameterizedTest
  @ValueSource(strings = {"*", "xx", "de;q=0", "de;q=oh", ",;=", "fr, es;q=0.5"})
  void aBrowserWithoutALanguageOfOursGetsEnglish(String header) {
    browser.ask(header);
    isEnglish(shownSignIn());
  }

  @Test
  void aHeaderThatIsTooLongIsNotRead() {
    browser.ask("de" + ",fr".repeat(3_333));
    isEnglish(shownSignIn());
  }

  private static void isEnglish(Response page) {
    isPage(page, 200);
    assertThat(page.header("Content-Language")).isEqualTo("en");
    assertThat(page.asString()).contains("<html lang=\"en\">", "<h1>Sign in</h1>");
  }
}
