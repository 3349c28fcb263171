package io.iamplane.token;

import io.iamplane.key.Es256;
import io.smallrye.jwt.algorithm.SignatureAlgorithm;
import io.smallrye.jwt.auth.principal.DefaultJWTCallerPrincipalFactory;
import io.smallrye.jwt.auth.principal.DefaultJWTParser;
import io.smallrye.jwt.auth.principal.JWTAuthContextInfo;
import io.smallrye.jwt.auth.principal.JWTParser;
import io.smallrye.jwt.auth.principal.ParseException;
import java.security.Key;
import java.security.PublicKey;
import java.util.Set;
import org.jose4j.jca.ProviderContext;
import org.jose4j.jwa.AlgorithmFactoryFactory;
import org.jose4j.jws.EcdsaUsingShaAlgorithm.EcdsaP256UsingSha256;
import org.jspecify.annotations.Nullable;

/**
 * The verification of access tokens by SmallRye JWT: signature, issuer, audience and life. It is
 * given the key, so that it fetches none, and no setting reaches it. {@link TokenVerifier} does
 * what it cannot be held to, before it and after: the exact header, one text for each token, and
 * times by our clock.
 */
final class JwtVerification {

  /** Of some 68 years: it reads the system's clock, and our own checks decide about times. */
  private static final int ANY_TIME = Integer.MAX_VALUE;

  private static final Set<String> REQUIRED =
      Set.of("jti", "client_id", "org", "acr", "policy_version");

  static {
    AlgorithmFactoryFactory.getInstance()
        .getJwsAlgorithmFactory()
        .registerAlgorithm(new PreparedEs256());
  }

  private final JWTParser parser;

  /** For tokens of this API. */
  static JwtVerification ofApi(Issuer issuer, Audience audience) {
    return new JwtVerification(issuer, audience.value().map(Set::of).orElseGet(Set::of));
  }

  /** For tokens of any audience, which the caller has to look at. */
  static JwtVerification ofAny(Issuer issuer) {
    return new JwtVerification(issuer, null);
  }

  private JwtVerification(Issuer issuer, @Nullable Set<String> audience) {
    JWTAuthContextInfo demands = new JWTAuthContextInfo();
    demands.setSignatureAlgorithm(Set.of(SignatureAlgorithm.ES256));
    demands.setRelaxVerificationKeyValidation(false);
    demands.setIssuedBy(issuer.value());
    demands.setExpectedAudience(audience);
    demands.setRequiredClaims(REQUIRED);
    demands.setMaxTimeToLiveSecs(TokenConfig.MAX_LIFETIME.plus(TokenConfig.CLOCK_SKEW).toSeconds());
    demands.setClockSkew(ANY_TIME);
    this.parser = new DefaultJWTParser(demands, new DefaultJWTCallerPrincipalFactory());
  }

  /** Returns true if the key made the signature, and the token is for us. About 0.1 ms. */
  boolean verifies(RawToken token, PublicKey key) {
    try {
      parser.verify(token.text(), key);
      return true;
    } catch (ParseException e) {
      // Neither kept nor logged: its message has the token.
      return false;
    }
  }

  /** ES256 by keys with precomputed multiples (ADR 44), in place of the JDK's verification. */
  static final class PreparedEs256 extends EcdsaP256UsingSha256 {

    @Override
    public boolean verifySignature(byte[] signature, Key key, byte[] data, ProviderContext none) {
      return key instanceof PublicKey verifying && Es256.verify(verifying, data, signature);
    }
  }
}
