package io.iamplane.signin;

import io.iamplane.shared.Aal;
import java.time.Duration;
import java.util.SortedSet;
import org.jspecify.annotations.Nullable;

/**
 * A valid request for a code (RFC 6749, section 4.1.1; OpenID Connect Core 1.0, section 3.1.2.1).
 *
 * @param query as it was sent, to be read again after the sign-in
 * @param challenge of S256
 * @param prompt whether a page may, must or must not be shown
 * @param maxAge how long ago the person may have proved who they are; null: as long as the session
 *     lasts
 * @param aal the least assurance that will do; null when any will
 */
public record AuthorizationRequest(
    String query,
    String clientId,
    ReturnAddress to,
    String challenge,
    SortedSet<String> scopes,
    @Nullable String nonce,
    Prompt prompt,
    @Nullable Duration maxAge,
    @Nullable Aal aal) {

  /** Whether people see a page. */
  enum Prompt {
    IF_NEEDED,
    NEVER,
    ALWAYS
  }

  AuthorizationException refusal(AuthorizationError error, String description) {
    return new AuthorizationException(error, description, to);
  }

  /** The origin that the browser returns to at the end. */
  String returnOrigin() {
    return ReturnUris.origin(to.uri());
  }
}
