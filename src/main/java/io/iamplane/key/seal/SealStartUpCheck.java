package io.iamplane.key.seal;

import io.iamplane.shared.StartUpCheck;
import io.quarkus.runtime.LaunchMode;
import jakarta.inject.Singleton;
import java.util.ArrayList;
import java.util.List;

/** Refuses keys that are missing, of the wrong length, or publicly known. */
@Singleton
class SealStartUpCheck implements StartUpCheck {

  private final LocalKeyProvider local;
  private final SecretBox box;
  private final LaunchMode mode;

  SealStartUpCheck(LocalKeyProvider local, SecretBox box, LaunchMode mode) {
    this.local = local;
    this.box = box;
    this.mode = mode;
  }

  @Override
  public List<Finding> findings() {
    if (mode != LaunchMode.NORMAL) {
      // Development and tests run on the defaults on purpose.
      return broken();
    }
    List<Finding> findings = new ArrayList<>();
    settings().forEach(setting -> setting.finding().ifPresent(findings::add));
    findings.add(
        Finding.warning(
            LocalKeyProvider.PROPERTY,
            "wraps the signing keys with a key in the process's environment",
            "keep it in a secret store, readable by this service alone"));
    return findings;
  }

  private List<Finding> broken() {
    return settings().stream()
        .filter(setting -> setting.key().isEmpty())
        .flatMap(setting -> setting.finding().stream())
        .toList();
  }

  private List<KeySetting> settings() {
    List<KeySetting> settings = new ArrayList<>();
    settings.add(local.setting());
    settings.addAll(box.settings());
    return settings;
  }
}
