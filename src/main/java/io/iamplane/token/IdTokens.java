package io.iamplane.token;

import com.fasterxml.jackson.databind.JsonNode;
import io.iamplane.key.Es256;
import io.iamplane.key.VerifyingKeys;
import io.iamplane.shared.Secret;
import jakarta.inject.Singleton;
import java.security.interfaces.ECPublicKey;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.function.Function;

/**
 * Makes ID tokens, and reads those that come back as hints. Their {@code typ} and their audience
 * keep them from being taken for access tokens.
 */
@Singleton
public class IdTokens {

  private static final String TYPE = "JWT";

  private final JwtSigner signer;
  private final VerifyingKeys keys;
  private final Issuer issuer;
  private final Duration lifetime;
  private final Clock clock;
  private final SignaturePermits hints = SignaturePermits.ofExamined();

  IdTokens(JwtSigner signer, VerifyingKeys keys, Issuer issuer, TokenConfig config, Clock clock) {
    this.signer = signer;
    this.keys = keys;
    this.issuer = issuer;
    this.lifetime = config.lifetime();
    this.clock = clock;
  }

  /**
   * Makes an ID token with the lifetime of access tokens. Signs: off the event loop only.
   *
   * @throws io.iamplane.shared.IamException DEPENDENCY_UNAVAILABLE when nothing can sign now
   */
  public Secret issue(IdToken token) {
    Instant now = clock.instant().truncatedTo(ChronoUnit.SECONDS);
    return signer.sign(TYPE, token.json(issuer.value(), now, now.plus(lifetime)));
  }

  /**
   * Reads an ID token of ours, expired or not; empty when it is not one. Without a session when its
   * key counts no more. Verifies a signature: off the event loop only.
   *
   * @throws io.iamplane.shared.IamException DEPENDENCY_UNAVAILABLE when the keys are not known
   */
  public Optional<IdToken.Hint> hint(String text) {
    return read(text, keys::find);
  }

  /** Reads what claims to be an ID token of ours, without a proof, which costs a signature. */
  public Optional<IdToken.Hint> unproved(String text) {
    return read(text, _ -> Optional.empty());
  }

  private Optional<IdToken.Hint> read(String text, Function<String, Optional<ECPublicKey>> find) {
    try {
      CompactJws jws = CompactJws.own(text, TYPE);
      JsonNode claims = jws.payload();
      if (!issuer.value().equals(claims.path("iss").textValue())) {
        return Optional.empty();
      }
      Optional<IdToken.Hint> hint = IdToken.Hint.read(claims);
      // Sessions outlive the keys of their tokens.
      return find.apply(jws.kid())
          .map(key -> hint.filter(_ -> isSigned(jws, key)))
          .orElseGet(() -> hint.map(IdToken.Hint::unproved));
    } catch (TokenRefusedException e) {
      return Optional.empty();
    }
  }

  private boolean isSigned(CompactJws jws, ECPublicKey key) {
    return hints.run(() -> Es256.verify(key, jws.signingInput(), jws.signature()));
  }
}
