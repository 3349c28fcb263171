package io.iamplane.token;

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

  /** The client that the sender claims to be. */
  public String claimedClient() {
    return claims.clientId();
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
