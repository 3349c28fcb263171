package io.iamplane.key.seal;

import io.iamplane.shared.StartUpCheck;
import io.quarkus.runtime.LaunchMode;
import io.smallrye.common.annotation.Identifier;
import jakarta.inject.Singleton;
import java.util.ArrayList;
import java.util.List;

/** Refuses keys that are missing, of the wrong length, or publicly known, and unknown providers. */
@Singleton
class SealStartUpCheck implements StartUpCheck {

  private final KeyProviderConfig config;
  private final KeyProviders providers;
  private final LocalKeyProvider local;
  private final SecretBox box;
  private final LaunchMode mode;

  SealStartUpCheck(
      KeyProviderConfig config,
      KeyProviders providers,
      @Identifier(LocalKeyProvider.NAME) LocalKeyProvider local,
      SecretBox box,
      LaunchMode mode) {
    this.config = config;
    this.providers = providers;
    this.local = local;
    this.box = box;
    this.mode = mode;
  }

  @Override
  public List<Finding> findings() {
    List<Finding> findings = new ArrayList<>();
    exists(KeyProviderConfig.PROVIDER, config.provider(), findings);
    config.previousProvider().ifPresent(name -> exists(KeyProviderConfig.PREVIOUS, name, findings));
    // Development and tests run on the defaults on purpose.
    settings().stream()
        .filter(setting -> mode == LaunchMode.NORMAL || setting.key().isEmpty())
        .forEach(setting -> setting.finding().ifPresent(findings::add));
    if (mode == LaunchMode.NORMAL) {
      localInProduction(findings);
    }
    return findings;
  }

  private void exists(String property, String name, List<Finding> findings) {
    if (!providers.names().contains(name)) {
      findings.add(
          Finding.severe(
              property,
              "unknown key provider",
              "set it to one of " + String.join(", ", providers.names())));
    }
  }

  private void localInProduction(List<Finding> findings) {
    if (config.provider().equals(LocalKeyProvider.NAME)) {
      findings.add(
          Finding.warning(
              LocalKeyProvider.PROPERTY,
              "the key that wraps the signing keys is in an environment variable of the process",
              "keep it in a secret store that only this service can read, or use another "
                  + KeyProviderConfig.PROVIDER));
    } else if (!config.uses(LocalKeyProvider.NAME) && local.isSet()) {
      findings.add(
          Finding.warning(
              LocalKeyProvider.PROPERTY,
              "no key provider uses this setting",
              "remove it after iam:keys:rewrap has finished"));
    }
  }

  private List<KeySetting> settings() {
    List<KeySetting> settings = new ArrayList<>();
    if (config.uses(LocalKeyProvider.NAME)) {
      settings.addAll(local.settings());
    }
    settings.addAll(box.settings());
    return settings;
  }
}
