package io.iamplane.signin.passkey;

import io.iamplane.signin.Html;
import io.iamplane.signin.PageLanguage;
import io.iamplane.signin.PageText;

/** The form of a ceremony, which the script fills in and sends. */
final class PasskeyForm {

  /** The field that holds the response of the authenticator, as JSON. */
  static final String RESPONSE_FIELD = "response";

  private PasskeyForm() {}

  /** A form, as HTML, for {@code create} or {@code get} of {@code navigator.credentials}. */
  static String of(
      PageLanguage language,
      String method,
      String action,
      String options,
      String fields,
      PageText button,
      String script) {
    return """
    <form method="post" action="%s" data-passkey="%s" data-options="%s"\
     data-known="%s" data-failed="%s">%s%s\
    <button>%s</button><p role="alert"></p></form>
    <noscript><p>%s</p></noscript>
    <script src="%s" defer></script>
    """
        .formatted(
            action,
            method,
            Html.escape(options),
            PageText.DEVICE_KNOWN.in(language),
            PageText.DEVICE_FAILED.in(language),
            fields,
            Html.hidden(RESPONSE_FIELD, ""),
            button.in(language),
            PageText.SCRIPT_NEEDED.in(language),
            script);
  }
}
