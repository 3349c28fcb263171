package io.iamplane.token;

import io.iamplane.shared.Caller;
import org.jspecify.annotations.Nullable;

/**
 * A token of which everything holds but the signature, which was not checked: any client can write
 * one. {@link TokenVerifier#screen} makes it.
 */
public final class UnverifiedToken {

  private final RawToken raw;
  private final String kid;
  private final TokenClaims claims;

  UnverifiedToken(RawToken raw, String kid, TokenClaims claims) {
    this.raw = raw;
    this.kid = kid;
    this.claims = claims;
  }

  /** The account that the sender claims to be, as {@link Caller#counted} names it. */
  public String claimedAccount() {
    return Caller.counted(claims.clientId(), claims.subject());
  }

  /** The key that it says it is bound to (RFC 9449); null for none. */
  public @Nullable String keyThumbprint() {
    return claims.keyThumbprint();
  }

  RawToken raw() {
    return raw;
  }

  String kid() {
    return kid;
  }

  TokenClaims claims() {
    return claims;
  }

  @Override
  public String toString() {
    return "***";
  }
}
