package io.iamplane.token;

import io.iamplane.shared.Hashes;
import java.util.Arrays;

/** The SHA-256 of a whole token, signature included: the cache holds no token that can be used. */
final class TokenDigest {

  private final byte[] digest;

  private TokenDigest(byte[] digest) {
    this.digest = digest;
  }

  static TokenDigest of(RawToken token) {
    return new TokenDigest(Hashes.sha256(token.bytes()));
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof TokenDigest that && Arrays.equals(digest, that.digest);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(digest);
  }
}
