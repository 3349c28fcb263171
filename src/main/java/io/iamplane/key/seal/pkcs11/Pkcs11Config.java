package io.iamplane.key.seal.pkcs11;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import jakarta.validation.constraints.Min;
import java.util.Optional;

/** The token that wraps data keys, and the login to it. */
@ConfigMapping(prefix = "iam.keys.pkcs11")
public interface Pkcs11Config {

  /** The module's library, such as {@code /usr/lib/softhsm/libsofthsm2.so}. */
  Optional<String> library();

  /** The place of the token's slot in the module's list, the first being 0. */
  @WithDefault("0")
  @Min(0)
  int slotIndex();

  /** A file with the PIN of the token's user. There is no setting for the PIN itself. */
  Optional<String> pinFile();

  /** The label of the AES key. */
  @WithDefault("iam")
  String key();
}
