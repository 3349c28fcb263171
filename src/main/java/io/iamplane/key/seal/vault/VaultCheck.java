package io.iamplane.key.seal.vault;

import io.iamplane.key.seal.KeyProviderConfig;
import io.iamplane.shared.StartUpCheck;
import jakarta.inject.Singleton;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Refuses a Vault that is unreachable, without TLS, or that does not accept the login. */
@Singleton
class VaultCheck implements StartUpCheck {

  private static final String PREFIX = "iam.keys.vault.";
  private static final String TOKEN = PREFIX + "token";
  private static final String NAME =
      "use letters, digits, '-', '_' and '.', starting with a letter, a digit or '_'";
  private static final String PATH = NAME + "; separate several such names with '/'";

  private final KeyProviderConfig providers;
  private final VaultConfig config;

  VaultCheck(KeyProviderConfig providers, VaultConfig config) {
    this.providers = providers;
    this.config = config;
  }

  @Override
  public List<Finding> findings() {
    if (!providers.uses(VaultKeyProvider.NAME)) {
      return List.of();
    }
    return Stream.of(
            address(),
            token(),
            authority(),
            form("mount", config.mount(), VaultAddress.MOUNT, PATH),
            form("key", config.key(), VaultAddress.NAME, NAME + "; at most 128 characters"),
            form("kubernetes.mount", config.kubernetes().mount(), VaultAddress.MOUNT, PATH),
            config.namespace().flatMap(VaultCheck::namespace))
        .flatMap(Optional::stream)
        .toList();
  }

  private static Optional<Finding> namespace(String name) {
    return form("namespace", name, VaultAddress.NAMESPACE, "use visible ASCII characters");
  }

  private Optional<Finding> address() {
    String remedy = "set it to Vault's address, such as https://vault.example.com:8200";
    if (config.url().isEmpty()) {
      return Optional.of(Finding.severe(PREFIX + "url", "must be set", remedy));
    }
    Optional<URI> url = VaultAddress.parse(config.url().get());
    if (url.isEmpty()) {
      return Optional.of(Finding.severe(PREFIX + "url", VaultAddress.RULE, remedy));
    }
    return url.get().getScheme().equals("https") || VaultAddress.isLoopback(url.get())
        ? Optional.empty()
        : Optional.of(
            Finding.severe(
                PREFIX + "url", "the token and keys would cross the network unencrypted", remedy));
  }

  private Optional<Finding> token() {
    long ways =
        Stream.of(config.token(), config.tokenFile(), config.kubernetes().role())
            .filter(Optional::isPresent)
            .count();
    String remedy =
        "set exactly one of "
            + TOKEN
            + ", iam.keys.vault.token-file and iam.keys.vault.kubernetes.role";
    return switch ((int) ways) {
      case 0 -> Optional.of(Finding.severe(TOKEN, "no login method is set", remedy));
      case 1 -> Optional.empty();
      default -> Optional.of(Finding.severe(TOKEN, "more than one login method is set", remedy));
    };
  }

  private Optional<Finding> authority() {
    try {
      config.caFile().ifPresent(VaultClient.VaultTrust::of);
      return Optional.empty();
    } catch (IllegalArgumentException e) {
      return Optional.of(
          Finding.severe(
              PREFIX + "ca-file",
              String.valueOf(e.getMessage()),
              "set it to a PEM file with the certificate of Vault's CA"));
    }
  }

  private static Optional<Finding> form(
      String setting, String value, Pattern pattern, String remedy) {
    return pattern.matcher(value).matches()
        ? Optional.empty()
        : Optional.of(Finding.severe(PREFIX + setting, "not a valid value", remedy));
  }
}
