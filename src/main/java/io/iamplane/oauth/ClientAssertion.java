package io.iamplane.oauth;

import io.iamplane.directory.client.AssertionAlgorithm;
import io.iamplane.token.CompactJws;
import io.iamplane.token.FormText;
import io.iamplane.token.TokenRefusedException;
import io.iamplane.token.TokenRefusedException.Reason;
import java.util.Optional;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * An assertion, {@code private_key_jwt} (RFC 7523, section 2.2; OpenID Connect Core, section 9),
 * readable but not yet verified: it names the client that it claims to come from. Of the header,
 * {@code alg}, {@code kid} and {@code typ} mean something here; {@code crit} is refused, since it
 * lists members that must be understood, and all others are ignored (RFC 7515, section 4), above
 * all those with a key in or behind them.
 *
 * @param clientId {@code sub}
 * @param kid null when the header names no key
 */
record ClientAssertion(
    String clientId,
    AssertionAlgorithm algorithm,
    @Nullable String kid,
    AssertionClaims claims,
    CompactJws jws)
    implements ClientCredentials {

  static final String TYPE = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";

  /** In characters; clients send 400 to 1,200, and 8,000 with a chain of certificates. */
  static final int MAX_LENGTH = 12 * 1024;

  private static final Logger LOG = Logger.getLogger(ClientAssertion.class);
  private static final int MAX_ID_LENGTH = 256;

  /** Reads the parameters of a form; throws {@link OAuthException} invalid_client for any error. */
  static ClientAssertion read(
      Optional<String> type, Optional<String> assertion, Optional<String> id) {
    if (!type.map(TYPE::equals).orElse(false) || assertion.isEmpty()) {
      throw OAuthException.invalidClient();
    }
    try {
      ClientAssertion read = parse(assertion.get());
      if (id.isPresent() && !id.get().equals(read.clientId())) {
        throw new TokenRefusedException(Reason.SUBJECT);
      }
      return read;
    } catch (TokenRefusedException e) {
      LOG.debugf("client assertion rejected: %s", e.reason());
      throw OAuthException.invalidClient();
    }
  }

  /** Takes an assertion apart by cheap checks; throws TokenRefusedException for another form. */
  static ClientAssertion parse(String text) {
    CompactJws jws = CompactJws.parse(text, MAX_LENGTH);
    AssertionAlgorithm algorithm = algorithm(jws);
    if (jws.header().has("crit")) {
      throw new TokenRefusedException(Reason.HEADER);
    }
    requireType(jws);
    String kid = jws.header().path("kid").textValue();
    if (kid == null && jws.header().has("kid")) {
      throw new TokenRefusedException(Reason.HEADER);
    }
    AssertionClaims claims =
        AssertionClaims.read(jws.payload())
            .orElseThrow(() -> new TokenRefusedException(Reason.CLAIMS));
    String subject = claims.subject();
    if (subject.length() > MAX_ID_LENGTH || !FormText.isPrintable(subject)) {
      throw new TokenRefusedException(Reason.SUBJECT);
    }
    return new ClientAssertion(subject, algorithm, kid, claims, jws);
  }

  private static AssertionAlgorithm algorithm(CompactJws jws) {
    AssertionAlgorithm algorithm =
        Optional.ofNullable(jws.header().path("alg").textValue())
            .flatMap(AssertionAlgorithm::of)
            .orElseThrow(() -> new TokenRefusedException(Reason.ALGORITHM));
    if (!algorithm.hasLength(jws.signature().length)) {
      throw new TokenRefusedException(Reason.SIGNATURE);
    }
    return algorithm;
  }

  /** May be left out; else it must not be that of a token made for something else. */
  private static void requireType(CompactJws jws) {
    String type = jws.header().path("typ").textValue();
    boolean fits =
        type == null
            ? !jws.header().has("typ")
            : type.equalsIgnoreCase("JWT") || type.equalsIgnoreCase("client-authentication+jwt");
    if (!fits) {
      throw new TokenRefusedException(Reason.TYPE);
    }
  }

  @Override
  public String toString() {
    return "assertion of " + clientId;
  }
}
