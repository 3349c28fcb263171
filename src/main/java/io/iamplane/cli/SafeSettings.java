package io.iamplane.cli;

import io.iamplane.shared.StartUpCheck;
import io.iamplane.shared.StartUpCheck.Finding;
import io.iamplane.shared.StartUpCheck.Severity;
import io.quarkus.arc.All;
import io.quarkus.runtime.LaunchMode;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Comparator;
import java.util.List;
import java.util.Set;

/** Keeps a command from sealing secrets with keys that a production start would refuse. */
@ApplicationScoped
class SafeSettings {

  private static final Set<String> SEALING = Set.of("iam.kek", "iam.oauth.encryption-key");

  private final List<StartUpCheck> checks;
  private final LaunchMode mode;

  SafeSettings(@All List<StartUpCheck> checks, LaunchMode mode) {
    this.checks = checks;
    this.mode = mode;
  }

  /**
   * Looks at the keys that seal.
   *
   * @throws CommandException wrong usage, with the first severe finding, in production
   */
  void requireSealingKeys() {
    if (mode != LaunchMode.NORMAL) {
      return;
    }
    checks.stream()
        .flatMap(check -> check.findings().stream())
        .filter(finding -> finding.severity() == Severity.SEVERE)
        .filter(finding -> SEALING.contains(finding.setting()))
        .min(Comparator.comparing(Finding::setting))
        .ifPresent(finding -> {
          throw CommandException.usage(finding.line());
        });
  }
}
