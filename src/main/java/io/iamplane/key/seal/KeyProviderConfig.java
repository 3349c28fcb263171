package io.iamplane.key.seal;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.util.Optional;

/** The key providers that wrap the data keys of private keys. */
@ConfigMapping(prefix = "iam.keys")
public interface KeyProviderConfig {

  String PROVIDER = "iam.keys.provider";
  String PREVIOUS = "iam.keys.previous-provider";

  /**
   * The key provider that wraps the data keys of private keys: {@code local}, {@code vault} or
   * {@code pkcs11}.
   */
  @WithDefault("local")
  String provider();

  /** The provider before this one. It only unwraps, until {@code iam:keys:rewrap} has ended. */
  Optional<String> previousProvider();

  /** Returns true if a provider is in use, so that its own settings matter. */
  default boolean uses(String name) {
    return provider().equals(name) || previousProvider().filter(name::equals).isPresent();
  }
}
