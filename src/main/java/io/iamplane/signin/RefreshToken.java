package io.iamplane.signin;

import io.iamplane.shared.Secret;
import java.util.Optional;

/** A refresh token (RFC 6749, section 1.5): the handle of its family, and a secret of its own. */
record RefreshToken(Secret handle, Secret secret) {

  private static final String SEPARATOR = ".";

  /** Reads a presented text; empty when none of ours has its form. */
  static Optional<RefreshToken> parse(Secret text) {
    String[] parts = text.reveal().split("\\.", -1);
    return parts.length == 2 && RandomSecrets.isOne(parts[0]) && RandomSecrets.isOne(parts[1])
        ? Optional.of(new RefreshToken(new Secret(parts[0]), new Secret(parts[1])))
        : Optional.empty();
  }

  Secret text() {
    return new Secret(handle.reveal() + SEPARATOR + secret.reveal());
  }

  byte[] handleHash() {
    return RandomSecrets.hash(handle);
  }

  byte[] secretHash() {
    return RandomSecrets.hash(secret);
  }
}
