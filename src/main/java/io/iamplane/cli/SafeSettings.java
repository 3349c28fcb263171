package io.iamplane.cli;

import io.iamplane.shared.StartUpCheck;
import io.iamplane.shared.StartUpCheck.Finding;
import io.iamplane.shared.StartUpCheck.Severity;
import io.quarkus.arc.All;
import io.quarkus.runtime.LaunchMode;
import jakarta.inject.Singleton;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/** Keeps commands from working with settings that a production start of the server would refuse. */
@Singleton
class SafeSettings {

  private static final Set<String> SEALING =
      Set.of(
          "iam.kek",
          "iam.previous-keks",
          "iam.oauth.encryption-key",
          "iam.oauth.previous-encryption-keys");

  private static final String KEYS = "iam.keys.";

  private static final String WEBHOOKS = "iam.webhooks.";

  private final List<StartUpCheck> checks;
  private final LaunchMode mode;

  SafeSettings(@All List<StartUpCheck> checks, LaunchMode mode) {
    this.checks = checks;
    this.mode = mode;
  }

  /**
   * Checks the settings of the sealing keys and of their provider; in production, the first severe
   * finding is wrong usage.
   */
  void requireSealingKeys() {
    require(SafeSettings::isOfSealing);
  }

  /**
   * Checks the settings that {@link #requireSealingKeys} does, and those that limit the targets of
   * webhooks; fails like it.
   */
  void requireSafeWebhooks() {
    require(setting -> isOfSealing(setting) || setting.startsWith(WEBHOOKS));
  }

  private static boolean isOfSealing(String setting) {
    return SEALING.contains(setting) || setting.startsWith(KEYS);
  }

  private void require(Predicate<String> settings) {
    if (mode != LaunchMode.NORMAL) {
      return;
    }
    checks.stream()
        .flatMap(check -> check.findings().stream())
        .filter(finding -> finding.severity() == Severity.SEVERE)
        .filter(finding -> settings.test(finding.setting()))
        .min(Comparator.comparing(Finding::setting))
        .ifPresent(finding -> {
          throw CommandException.usage(finding.line());
        });
  }
}
