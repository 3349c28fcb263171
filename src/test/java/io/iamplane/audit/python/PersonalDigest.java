package io.iamplane.audit.python;

import io.iamplane.shared.Hashes;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;

/** The digest of a personal value in a canonical text: SHA-256(salt ‖ canonical value). */
final class PersonalDigest {

  private PersonalDigest() {}

  static byte[] of(byte[] salt, String canonicalValue) {
    MessageDigest digest = Hashes.sha256();
    digest.update(salt);
    return digest.digest(canonicalValue.getBytes(StandardCharsets.UTF_8));
  }
}
