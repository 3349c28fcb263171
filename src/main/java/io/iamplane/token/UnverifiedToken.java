package io.iamplane.token;

import io.iamplane.shared.Caller;
import org.jspecify.annotations.Nullable;

/**
 * A token of which everything holds but the signature, which was not checked: any client can write
 * one. {@link TokenVerifier#screen} makes it.
 */
public final class UnverifiedToken {

  private final RawToken raw;
  private final SignedToken signed;
  private final TokenClaims claims;

  UnverifiedToken(RawToken raw, SignedToken signed, TokenClaims claims) {
    this.raw = raw;
    this.signed = signed;
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

  SignedToken signed() {
    return signed;
  }

  TokenClaims claims() {
    return claims;
  }

  @Override
  public String toString() {
    return "***";
  }
}
