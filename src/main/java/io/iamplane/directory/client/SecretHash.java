package io.iamplane.directory.client;

import io.iamplane.shared.Hashes;
import io.iamplane.shared.Secret;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;

/**
 * A client secret at rest: SHA-256 over a salt and the secret. Fast on purpose, since the secret is
 * 256 random bits and not a password.
 */
record SecretHash(byte[] salt, byte[] hash) {

  static final int SALT_BYTES = 16;

  /** Matches no secret, and takes as long to say so as any other. */
  static final SecretHash NONE = new SecretHash(new byte[SALT_BYTES], new byte[32]);

  static SecretHash of(Secret secret, SecureRandom random) {
    byte[] salt = new byte[SALT_BYTES];
    random.nextBytes(salt);
    return new SecretHash(salt, digest(salt, secret));
  }

  /** Compares in a time that does not depend on where the first difference is. */
  boolean matches(Secret presented) {
    return MessageDigest.isEqual(hash, digest(salt, presented));
  }

  private static byte[] digest(byte[] salt, Secret secret) {
    MessageDigest digest = Hashes.sha256();
    digest.update(salt);
    return digest.digest(secret.reveal().getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public String toString() {
    return "***";
  }
}
