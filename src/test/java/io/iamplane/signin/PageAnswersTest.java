package io.iamplane.signin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.iamplane.shared.ErrorCode;
import io.iamplane.shared.IamException;
import io.iamplane.token.FormText;
import io.iamplane.token.Issuers;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;
import java.util.List;
import java.util.Map;
import org.jboss.resteasy.reactive.server.jaxrs.HttpHeadersImpl;
import org.junit.jupiter.api.Test;

/** Refusals are pages, which tell nothing of the inside. */
class PageAnswersTest {

  private final PageAnswers answers = new PageAnswers(Issuers.of("https://iam.example.com"));

  private Response refused(RuntimeException e) {
    return refused("en", e);
  }

  private Response refused(String languages, RuntimeException e) {
    HttpHeaders headers =
        new HttpHeadersImpl(Map.of(HttpHeaders.ACCEPT_LANGUAGE, languages).entrySet());
    return answers.of(
        headers,
        () -> {
          throw e;
        });
  }

  @Test
  void aDefectIsAPageWithoutItsReason() {
    Response answer = refused(new IllegalStateException("column \"secret\" is missing"));
    assertThat(answer.getStatus()).isEqualTo(500);
    assertThat(answer.getEntity().toString())
        .contains("Something went wrong")
        .doesNotContain("column");
    assertThat(answer.getHeaderString("Cache-Control")).isEqualTo("no-store");
  }

  @Test
  void tooManyRequestsSayWhenToComeBack() {
    Response answer =
        refused(IamException.of(ErrorCode.TOO_MANY_REQUESTS, "Slow.").with("retry_after", "7"));
    assertThat(answer.getStatus()).isEqualTo(429);
    assertThat(answer.getHeaderString("Retry-After")).isEqualTo("7");
    assertThat(answer.getEntity().toString())
        .contains(
            "Please wait", "<p>There have been too many attempts. <span lang=\"en\">Slow.</span>");
  }

  @Test
  void aConflictIsAPage() {
    Response answer = refused(IamException.conflict("The row changed <meanwhile>."));
    assertThat(answer.getStatus()).isEqualTo(409);
    assertThat(answer.getEntity().toString()).contains("changed &lt;meanwhile&gt;.");
  }

  @Test
  void refusalsAreInTheLanguageOfTheBrowser() {
    Map<RuntimeException, String> texts =
        Map.of(
            new IllegalStateException("a defect"),
            "Hier ist ein Fehler aufgetreten.",
            IamException.dependencyUnavailable(new IllegalStateException()),
            "keine Anmeldung möglich",
            IamException.of(ErrorCode.TOO_MANY_REQUESTS, "Slow."),
            "Es gab zu viele Versuche.",
            new PageException(403, PageText.ACCOUNT_REFUSED),
            "Mit diesem Konto");
    texts.forEach((refusal, text) -> {
      Response answer = refused("de-CH, fr;q=0.5", refusal);
      assertThat(answer.getHeaderString("Content-Language")).isEqualTo("de");
      assertThat(answer.getHeaderString("Vary")).isEqualTo("Accept-Language");
      assertThat(answer.getEntity().toString()).contains("<html lang=\"de\">", text);
    });
  }

  /** Details of other parts of the service are in English alone, and marked so for a reader. */
  @Test
  void aDetailIsEscapedAndMarkedAsEnglish() {
    Response answer = refused("de", IamException.conflict("The row <changed>."));
    assertThat(answer.getEntity().toString())
        .contains("<h1>Das hat nicht funktioniert</h1>")
        .contains("<p><span lang=\"en\">The row &lt;changed&gt;.</span></p>");
  }

  @Test
  void theWayToACompanyIsInTheLanguageOfTheBrowser() {
    String page =
        HtmlPage.onward(PageLanguage.GERMAN, "https://a.example/?b=\"c\"").build().getEntity() + "";
    assertThat(page)
        .contains(
            "<html lang=\"de\">",
            "<title>Mit dem Konto Ihres Unternehmens anmelden</title>",
            "<a href=\"https://a.example/?b=&quot;c&quot;\">Weiter zur Anmeldung");
  }

  @Test
  void aRefusedFormSaysTheSameHereAndToClients() {
    for (String form : List.of("a=1&a=2", "a=%")) {
      assertThatThrownBy(() -> PageForm.any(form))
          .isInstanceOfSatisfying(
              PageException.class,
              refused ->
                  assertThat(refused.text().in(PageLanguage.ENGLISH)).isEqualTo(fault(form)));
    }
  }

  private static String fault(String form) {
    try {
      return FormText.parse(form).toString();
    } catch (FormText.InvalidFormException e) {
      return e.fault();
    }
  }
}
