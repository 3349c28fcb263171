package io.iamplane.signin;

import io.iamplane.shared.IamException;
import io.iamplane.token.Issuer;
import jakarta.inject.Singleton;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.jboss.logging.Logger;

/** Answers to browsers: refusals are pages, or redirects that the client reads. */
@Singleton
public class PageAnswers {

  private static final Logger LOG = Logger.getLogger(PageAnswers.class);

  private static final int UNAVAILABLE = 503;
  private static final String RETRY_AFTER = "2";

  private final Issuer issuer;

  PageAnswers(Issuer issuer) {
    this.issuer = issuer;
  }

  /** The answer that is made, or a refusal in its place, in the language of the browser. */
  public Response of(HttpHeaders headers, Supplier<Response.ResponseBuilder> answer) {
    return attempt(PageLanguage.of(headers), answer).build();
  }

  private Response.ResponseBuilder attempt(
      PageLanguage language, Supplier<Response.ResponseBuilder> answer) {
    try {
      return answer.get();
    } catch (PageException e) {
      LOG.debugf("browser request refused: %s", e.getMessage());
      return HtmlPage.of(language, e.status(), PageText.FAILED, e.text());
    } catch (AuthorizationException e) {
      LOG.debugf("browser request refused: %s", e.getMessage());
      return redirect(refusal(e));
    } catch (IamException e) {
      return refusal(language, e);
    } catch (RuntimeException e) {
      LOG.error("internal error while responding to a browser", e);
      return HtmlPage.of(language, 500, PageText.FAILED, PageText.DEFECT);
    }
  }

  /** Redirects the browser, by GET after any method (RFC 9700, section 4.12). */
  static Response.ResponseBuilder redirect(String to) {
    return Response.status(Response.Status.SEE_OTHER)
        .header(HttpHeaders.LOCATION, to)
        .header(HttpHeaders.CACHE_CONTROL, "no-store");
  }

  private String refusal(AuthorizationException e) {
    Map<String, String> answer = new LinkedHashMap<>();
    answer.put("error", e.error().wire());
    answer.put("error_description", e.description());
    return e.to().with(answer, issuer.value());
  }

  private static Response.ResponseBuilder refusal(PageLanguage language, IamException e) {
    return switch (e.code()) {
      case DEPENDENCY_UNAVAILABLE -> {
        LOG.warnf("a dependency is unavailable: %s", e.getCause());
        yield HtmlPage.of(language, UNAVAILABLE, PageText.UNAVAILABLE, PageText.TRY_IN_A_MINUTE)
            .header(HttpHeaders.RETRY_AFTER, RETRY_AFTER);
      }
      case TOO_MANY_REQUESTS ->
          HtmlPage.withDetail(
                  language,
                  e.code().status(),
                  PageText.WAIT,
                  PageText.TOO_MANY_ATTEMPTS.in(language) + " ",
                  e.detail())
              .header(HttpHeaders.RETRY_AFTER, e.members().getOrDefault("retry_after", "60"));
      default -> HtmlPage.withDetail(language, e.code().status(), PageText.FAILED, "", e.detail());
    };
  }
}
