package io.iamplane.signin.passkey;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.util.List;
import java.util.Optional;

/** The authenticators that new passkeys may be on. */
@ConfigMapping(prefix = "iam.passkey")
public interface PasskeyConfig {

  /** The proof that a new passkey needs of the kind of its authenticator. */
  enum Attestation {
    NONE,
    REQUIRED
  }

  /**
   * The proof that a new passkey needs of the kind of its authenticator: {@code none}, or {@code
   * required}, a certificate of the manufacturer.
   */
  @WithDefault("none")
  Attestation attestation();

  /**
   * A PEM file with the root certificates of manufacturers that {@code required} trusts; only
   * together with it.
   */
  Optional<String> trustAnchors();

  /**
   * The AAGUIDs of the only models of authenticators that new passkeys may be on; only together
   * with {@code required}, since any authenticator can name any model. Without them all models of
   * the manufacturers are welcome.
   */
  Optional<List<String>> authenticators();
}
