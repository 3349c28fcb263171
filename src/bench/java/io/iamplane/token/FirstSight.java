package io.iamplane.token;

import static io.iamplane.key.Curve.P256;

import io.iamplane.key.VerifyingKeys;
import io.quarkus.runtime.LaunchMode;
import java.security.KeyPair;
import java.security.interfaces.ECPublicKey;
import java.time.Clock;
import java.util.Optional;

/** Verifies an access token as if it had not been seen before: everything but the cache. */
final class FirstSight {

  private static final Issuer ISSUER = new Issuer("https://iam.example.com");

  private final TokenVerifier verifier;
  private final JwtVerification verification;
  private final ECPublicKey key;
  private final RawToken token;

  FirstSight(KeyPair pair, String token) {
    ECPublicKey plain = (ECPublicKey) pair.getPublic();
    this.key =
        P256.publicKey(
            coordinate(plain.getW().getAffineX()), coordinate(plain.getW().getAffineY()));
    Audience audience = new Audience(() -> Optional.of("iam-admin"), LaunchMode.NORMAL);
    this.verifier = new TokenVerifier(new OneKey(key), ISSUER, audience, Clock.systemUTC());
    this.verification = JwtVerification.ofApi(ISSUER, audience);
    this.token = new RawToken(token);
  }

  /** The steps of {@link TokenVerifier}, which would find a second one in its cache. */
  Object verified() {
    UnverifiedToken screened = verifier.screen(token);
    if (!verification.verifies(token, key)) {
      throw new IllegalStateException("the signature is not the key's");
    }
    return screened;
  }

  private static byte[] coordinate(java.math.BigInteger value) {
    return P256.coordinate(P256.coordinate(value)).orElseThrow();
  }

  /** The ring of a server with one key. */
  private record OneKey(ECPublicKey key) implements VerifyingKeys {

    @Override
    public Optional<ECPublicKey> find(String kid) {
      return Optional.of(key);
    }

    @Override
    public boolean accepts(String kid) {
      return true;
    }

    @Override
    public boolean isUnknown(String kid) {
      return false;
    }

    @Override
    public boolean isFresh() {
      return true;
    }
  }
}
