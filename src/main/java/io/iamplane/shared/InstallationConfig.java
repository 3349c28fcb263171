package io.iamplane.shared;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.util.List;
import java.util.Optional;

/**
 * The settings of the installation as a whole. That this claims the prefix {@code iam} makes a
 * misspelt key anywhere below it stop the start, instead of being passed over.
 */
@ConfigMapping(prefix = "iam")
public interface InstallationConfig {

  /** The URL that tokens, metadata and events name as their origin; without a trailing slash. */
  String issuer();

  /** {@code IAM_KEK}: the key encryption key of the local provider, base64, exactly 32 bytes. */
  Optional<String> kek();

  /** Keys of the same form that only unwrap, until {@code iam:keys:rewrap} has ended. */
  Optional<List<String>> previousKeks();

  /** Migrates the database when the server starts; a roll-out runs a command instead. */
  @WithDefault("false")
  boolean migrateAtStart();
}
