package io.iamplane.signin;

import io.iamplane.shared.Hashes;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/**
 * A page for people: HTML with one style sheet. Nothing is loaded or run but the script of
 * passkeys, on the two pages that need it.
 */
public final class HtmlPage {

  private static final String STYLE =
      """
      body{font:1rem/1.5 system-ui,sans-serif;margin:0;background:#f4f5f7;color:#1b1f24}
      main{max-width:26rem;margin:4rem auto;padding:2rem;background:#fff;border-radius:.5rem}
      h1{font-size:1.375rem;margin:0 0 1rem}
      ul{list-style:none;margin:0;padding:0}
      input{font:inherit;padding:.5rem;width:100%;box-sizing:border-box}
      button{font:inherit;width:100%;padding:.75rem 1rem;margin:.25rem 0;text-align:left;\
      border:1px solid #5d6875;border-radius:.375rem;background:#fff;color:inherit;cursor:pointer}
      button:hover{background:#eef1f4}
      button:focus-visible{outline:3px solid #0b57d0;outline-offset:2px}
      @media (prefers-color-scheme:dark){body{background:#14171a;color:#e6e8eb}\
      main,button{background:#1f2429}button:hover{background:#2b323a}}
      """;

  private static final String STYLE_HASH =
      Base64.getEncoder().encodeToString(Hashes.sha256(STYLE.getBytes(StandardCharsets.UTF_8)));

  private HtmlPage() {}

  /** A page without forms. */
  public static Response.ResponseBuilder of(
      PageLanguage language, int status, PageText title, PageText text) {
    return plain(language, status, title, text.in(language));
  }

  /**
   * A page with a detail in English, which is escaped, after {@code before}, which is HTML already.
   */
  static Response.ResponseBuilder withDetail(
      PageLanguage language, int status, PageText title, String before, String detail) {
    String marked = "<span lang=\"en\">" + Html.escape(detail) + "</span>";
    return plain(language, status, title, before + marked);
  }

  private static Response.ResponseBuilder plain(
      PageLanguage language, int status, PageText title, String html) {
    return of(language, status, title, "<p>" + html + "</p>", "'none'", "'none'");
  }

  /** A page that leads to another host, which the policy of the page before holds forms from. */
  public static Response.ResponseBuilder onward(PageLanguage language, String url) {
    return of(
            language,
            200,
            PageText.SIGN_IN_AT_COMPANY,
            "<p><a href=\"%s\">%s</a></p>"
                .formatted(Html.escape(url), PageText.CONTINUE_TO_COMPANY.in(language)),
            "'none'",
            "'none'")
        .header("Refresh", "0; url=" + url);
  }

  /** A page with forms that may lead here, and from here by redirect to one origin. */
  static Response.ResponseBuilder withForms(
      PageLanguage language, PageText title, String body, String returnOrigin) {
    // Browsers hold redirects after a form to it as well (CSP level 3, section 6.4.1.2).
    return of(language, 200, title, body, formAction(returnOrigin), "'none'");
  }

  /** The same, with a script of this service. */
  public static Response.ResponseBuilder withScript(
      PageLanguage language, PageText title, String body, String returnOrigin) {
    return of(language, 200, title, body, formAction(returnOrigin), "'self'");
  }

  /**
   * A policy has no word for an IPv6 address (CSP level 3, section 2.3.1): its scheme has to do.
   */
  private static String formAction(String returnOrigin) {
    return "'self' " + (returnOrigin.contains("[") ? "http:" : returnOrigin);
  }

  private static Response.ResponseBuilder of(
      PageLanguage language,
      int status,
      PageText title,
      String body,
      String formAction,
      String script) {
    String html =
        """
        <!DOCTYPE html>
        <html lang="%4$s">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width,initial-scale=1">
        <title>%1$s</title>
        <style>%2$s</style>
        </head>
        <body>
        <main>
        <h1>%1$s</h1>
        %3$s
        </main>
        </body>
        </html>
        """
            .formatted(title.in(language), STYLE, body, language.tag());
    return Response.status(status)
        .entity(html)
        .type("text/html;charset=UTF-8")
        .header(HttpHeaders.CONTENT_LANGUAGE, language.tag())
        .header(HttpHeaders.VARY, HttpHeaders.ACCEPT_LANGUAGE)
        .header(
            "Content-Security-Policy",
            "default-src 'none'; style-src 'sha256-%s'; script-src %s; form-action %s; frame-ancestors 'none'; base-uri 'none'"
                .formatted(STYLE_HASH, script, formAction.strip()))
        .header(HttpHeaders.CACHE_CONTROL, "no-store");
  }
}
