package io.iamplane.key.seal;

import io.smallrye.config.ConfigMapping;
import java.util.List;
import java.util.Optional;

/** The key that seals stored secrets. */
@ConfigMapping(prefix = "iam.oauth")
public interface SecretBoxConfig {

  /** {@code IAM_OAUTH_ENCRYPTION_KEY}: base64, exactly 32 bytes. Seals values and opens them. */
  Optional<String> encryptionKey();

  /** Keys of the same form that only open, during a rotation. */
  Optional<List<String>> previousEncryptionKeys();
}
