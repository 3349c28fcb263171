package io.iamplane.token;

import java.util.Set;

/**
 * An access token taken apart, with the header that we write and no other: {@code alg} ES256,
 * {@code typ} at+jwt, {@code kid}. So {@code crit}, an embedded or linked key, and every other
 * algorithm are refused without being looked at.
 */
final class SignedToken {

  static final String TYPE = "at+jwt";

  /** Ours have about 700 characters. */
  static final int MAX_LENGTH = 8192;

  private static final Set<String> HEADER = Set.of("alg", "kid", "typ");

  private final String kid;
  private final CompactJws jws;

  private SignedToken(String kid, CompactJws jws) {
    this.kid = kid;
    this.jws = jws;
  }

  /** Takes a token apart by cheap checks; throws {@link TokenRefusedException} for another form. */
  static SignedToken parse(RawToken raw) {
    CompactJws jws = CompactJws.own(raw.text(), MAX_LENGTH);
    return new SignedToken(kid(jws), jws);
  }

  String kid() {
    return kid;
  }

  /** The claims, of which nothing is known to be true before the signature holds. */
  TokenClaims claims() {
    return TokenClaims.read(jws.payload())
        .orElseThrow(() -> new TokenRefusedException(TokenRefusedException.Reason.CLAIMS));
  }

  private static String kid(CompactJws jws) {
    if (!TYPE.equals(jws.header().path("typ").textValue())) {
      throw new TokenRefusedException(TokenRefusedException.Reason.TYPE);
    }
    String kid = jws.header().path("kid").textValue();
    if (kid == null || !jws.headerMembers().equals(HEADER)) {
      throw new TokenRefusedException(TokenRefusedException.Reason.HEADER);
    }
    return kid;
  }
}
