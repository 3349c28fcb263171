package io.iamplane.signin;

import io.iamplane.shared.Hashes;
import io.iamplane.shared.Secret;
import jakarta.inject.Singleton;
import jakarta.ws.rs.core.HttpHeaders;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The two cookies: one holds the secret of a session, the other ties a form to the browser that it
 * was shown in. Their prefix binds them to this host (RFC 6265bis, section 4.1.3.2).
 */
@Singleton
public class BrowserCookies {

  static final String SESSION = "__Host-iam-session";
  static final String FORM = "__Host-iam-form";

  /** The field of forms that must fit the cookie. */
  public static final String FORM_FIELD = "form";

  private static final String ATTRIBUTES = "; Path=/; Secure; HttpOnly; SameSite=Lax";
  private static final String FETCH_SITE = "Sec-Fetch-Site";

  private final RandomSecrets secrets;

  BrowserCookies(RandomSecrets secrets) {
    this.secrets = secrets;
  }

  public Optional<Secret> session(HttpHeaders headers) {
    return read(headers, SESSION);
  }

  /** The header that keeps a session in the browser until that is closed. */
  String keep(Secret session) {
    return SESSION + "=" + session.reveal() + ATTRIBUTES;
  }

  /** The header that removes it. */
  String forget() {
    return SESSION + "=; Max-Age=0" + ATTRIBUTES;
  }

  /** The secret that forms in a browser are tied to, a new one where it has none. */
  public Secret form(HttpHeaders headers) {
    return read(headers, FORM).orElseGet(secrets::next);
  }

  /** The header that keeps it. */
  public String keepForm(Secret form) {
    return FORM + "=" + form.reveal() + ATTRIBUTES;
  }

  public static String field(Secret form) {
    return Html.hidden(FORM_FIELD, proof(form));
  }

  /**
   * Refuses by {@link PageException} a form that another site sent, or that was not shown in this
   * browser. {@code sent} is the hidden field, empty when it is absent.
   */
  public void requireOwnForm(HttpHeaders headers, String sent) {
    List<String> site = headers.getRequestHeader(FETCH_SITE);
    boolean here = site == null || site.isEmpty() || site.equals(List.of("same-origin"));
    boolean fits =
        read(headers, FORM)
            .filter(form -> new Secret(proof(form)).equals(new Secret(sent)))
            .isPresent();
    if (!here || !fits) {
      throw new PageException(403, PageText.FORM_OF_ELSEWHERE);
    }
  }

  /** The value of the hidden field, which shows nothing of the cookie. */
  public static String proof(Secret form) {
    byte[] hash =
        Hashes.sha256(("iam-form-1:" + form.reveal()).getBytes(StandardCharsets.US_ASCII));
    return Base64.getUrlEncoder().withoutPadding().encodeToString(hash);
  }

  /** A cookie of ours; empty when there are two, of which one is another's. */
  private static Optional<Secret> read(HttpHeaders headers, String name) {
    List<String> lines = headers.getRequestHeader(HttpHeaders.COOKIE);
    if (lines == null) {
      return Optional.empty();
    }
    List<String> values =
        lines.stream()
            .flatMap(line -> Stream.of(line.split(";", -1)))
            .map(String::strip)
            .filter(pair -> pair.startsWith(name + "="))
            .map(pair -> pair.substring(name.length() + 1))
            .toList();
    return values.size() == 1 && RandomSecrets.isOne(values.getFirst())
        ? Optional.of(new Secret(values.getFirst()))
        : Optional.empty();
  }
}
