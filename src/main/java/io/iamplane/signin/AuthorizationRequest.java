package io.iamplane.signin;

import io.iamplane.shared.Aal;
import java.time.Duration;
import java.util.SortedSet;
import org.jspecify.annotations.Nullable;

/**
 * A valid request for a code (RFC 6749, section 4.1.1; OpenID Connect Core 1.0, section 3.1.2.1).
 *
 * @param query the raw query, read again after the sign-in
 * @param challenge of S256
 * @param keyThumbprint the key that the code is bound to (RFC 9449, section 10); null for none
 * @param maxAge the greatest age of the person's authentication; null: as long as the session lasts
 * @param aal the least assurance level; null for any
 */
public record AuthorizationRequest(
    String query,
    SignInClient client,
    ReturnAddress to,
    String challenge,
    SortedSet<String> scopes,
    @Nullable String nonce,
    @Nullable String keyThumbprint,
    Prompt prompt,
    @Nullable Duration maxAge,
    @Nullable Aal aal) {

  /** The display of a sign-in page. */
  enum Prompt {
    IF_NEEDED,
    NEVER,
    ALWAYS
  }

  public String clientId() {
    return client.id();
  }

  /** The greatest age of the person's authentication, zero for a new one; null for any. */
  public @Nullable Duration freshness() {
    return prompt == Prompt.ALWAYS ? Duration.ZERO : maxAge;
  }

  AuthorizationException refusal(AuthorizationError error, String description) {
    return new AuthorizationException(error, description, to);
  }

  /** The origin that the browser returns to at the end. */
  String returnOrigin() {
    return ReturnUris.origin(to.uri());
  }
}
