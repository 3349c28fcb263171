package io.iamplane.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.iamplane.shared.StartUpCheck;
import io.iamplane.shared.StartUpCheck.Finding;
import io.quarkus.runtime.LaunchMode;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Findings of a server's start that also stop a command. */
class SafeSettingsTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "iam.kek",
        "iam.previous-keks",
        "iam.oauth.encryption-key",
        "iam.oauth.previous-encryption-keys",
        "iam.keys.provider",
        "iam.keys.vault.url"
      })
  void keysThatSealStopWhatSeals(String setting) {
    SafeSettings settings = production(severe(setting));

    assertThatThrownBy(settings::requireSealingKeys).hasMessage(setting + ": is odd; change it");
    assertThatThrownBy(settings::requireSafeWebhooks).hasMessage(setting + ": is odd; change it");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "iam.webhooks.egress-proxy",
        "iam.webhooks.allowed-networks",
        "iam.webhooks.trusted-certificates"
      })
  void settingsOfWebhooksStopAWorker(String setting) {
    SafeSettings settings = production(severe(setting));

    assertThatThrownBy(settings::requireSafeWebhooks)
        .isInstanceOfSatisfying(
            CommandException.class, e -> assertThat(e.exitCode()).isEqualTo(ExitCode.USAGE))
        .hasMessage(setting + ": is odd; change it");
    assertThatCode(settings::requireSealingKeys).doesNotThrowAnyException();
  }

  @Test
  void theFirstOfSeveralIsNamed() {
    SafeSettings settings = production(severe("iam.webhooks.egress-proxy"), severe("iam.kek"));

    assertThatThrownBy(settings::requireSafeWebhooks).hasMessageStartingWith("iam.kek: ");
  }

  @Test
  void whatIsTheServersAloneStopsNoCommand() {
    SafeSettings settings = production(severe("iam.http.require-https"), severe("iam.issuer"));

    assertThatCode(settings::requireSafeWebhooks).doesNotThrowAnyException();
  }

  @Test
  void warningsStopNoCommand() {
    SafeSettings settings =
        production(
            () -> List.of(Finding.warning("iam.webhooks.egress-proxy", "is odd", "change it")));

    assertThatCode(settings::requireSafeWebhooks).doesNotThrowAnyException();
  }

  @Test
  void developmentAndTestsAreNotStopped() {
    for (LaunchMode mode : List.of(LaunchMode.DEVELOPMENT, LaunchMode.TEST)) {
      SafeSettings settings = new SafeSettings(List.of(severe("iam.kek")), mode);
      assertThatCode(settings::requireSealingKeys).doesNotThrowAnyException();
    }
  }

  private static SafeSettings production(StartUpCheck... checks) {
    return new SafeSettings(List.of(checks), LaunchMode.NORMAL);
  }

  private static StartUpCheck severe(String setting) {
    return () -> List.of(Finding.severe(setting, "is odd", "change it"));
  }
}
