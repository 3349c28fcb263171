package io.iamplane.key.seal.pkcs11;

import io.iamplane.key.seal.KeyProviderConfig;
import io.iamplane.shared.StartUpCheck;
import jakarta.inject.Singleton;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.Security;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** Refuses a token that is not named, and a build that cannot reach one. */
@Singleton
class Pkcs11Check implements StartUpCheck {

  private static final String PREFIX = "iam.keys.pkcs11.";

  /** It stands in a text that the JDK parses. */
  private static final Pattern PATH = Pattern.compile("/[A-Za-z0-9_.+/-]+");

  private final KeyProviderConfig providers;
  private final Pkcs11Config config;

  Pkcs11Check(KeyProviderConfig providers, Pkcs11Config config) {
    this.providers = providers;
    this.config = config;
  }

  @Override
  public List<Finding> findings() {
    if (!providers.uses(Pkcs11KeyProvider.NAME)) {
      return List.of();
    }
    List<Finding> findings = new ArrayList<>();
    if (Security.getProvider(Pkcs11Token.JDK_PROVIDER) == null) {
      findings.add(
          Finding.severe(
              KeyProviderConfig.PROVIDER,
              "this build does not support pkcs11",
              "run the JVM build or use another provider"));
    }
    file("library", config.library(), "the absolute path of the PKCS #11 library")
        .ifPresent(findings::add);
    file("pin-file", config.pinFile(), "the absolute path of a file that contains the PIN")
        .ifPresent(findings::add);
    if (!Pkcs11KeyProvider.LABEL.matcher(config.key()).matches()) {
      findings.add(
          Finding.severe(
              PREFIX + "key",
              "not a valid key label",
              "use up to 64 letters, digits, spaces, '-', '_' and '.', starting with a letter, a"
                  + " digit or '_'"));
    }
    return findings;
  }

  private static Optional<Finding> file(String setting, Optional<String> value, String what) {
    String problem =
        value
            .map(path ->
                !PATH.matcher(path).matches()
                    ? "must be an absolute path without spaces or special characters"
                    : Files.isReadable(Path.of(path)) ? "" : "cannot be read")
            .orElse("must be set");
    return problem.isEmpty()
        ? Optional.empty()
        : Optional.of(Finding.severe(PREFIX + setting, problem, "set it to " + what));
  }
}
