package io.iamplane.ops;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.iamplane.shared.StartUpCheck;
import io.iamplane.shared.StartUpCheck.Finding;
import io.quarkus.runtime.LaunchMode;
import io.quarkus.runtime.StartupEvent;
import io.quarkus.runtime.configuration.ConfigurationException;
import java.util.List;
import org.junit.jupiter.api.Test;

class StartUpChecksTest {

  private static final StartUpCheck SEVERE =
      () -> List.of(Finding.severe("iam.a", "is missing", "set it"));
  private static final StartUpCheck ALSO_SEVERE =
      () -> List.of(Finding.severe("iam.b", "is open", "close it"));
  private static final StartUpCheck WARNING =
      () -> List.of(Finding.warning("iam.c", "is odd", "look at it"));
  private static final StartUpCheck BROKEN =
      () -> {
        throw new IllegalStateException("no database");
      };

  @Test
  void severeFindingsStopAProductionStartWithOneLineEach() {
    assertThatThrownBy(checks(LaunchMode.NORMAL, SEVERE, WARNING, ALSO_SEVERE)::enforce)
        .isInstanceOf(ConfigurationException.class)
        .hasMessage(
            "iam.a: is missing; set it" + System.lineSeparator() + "iam.b: is open; close it");
  }

  @Test
  void severeFindingsOnlyWarnInDevelopmentAndTests() {
    assertThatCode(checks(LaunchMode.DEVELOPMENT, SEVERE)::enforce).doesNotThrowAnyException();
    assertThatCode(checks(LaunchMode.TEST, SEVERE)::enforce).doesNotThrowAnyException();
  }

  @Test
  void warningsStopNothing() {
    assertThatCode(checks(LaunchMode.NORMAL, WARNING)::enforce).doesNotThrowAnyException();
  }

  @Test
  void aCheckThatCannotRunStopsAProductionStartAndHidesNoOther() {
    assertThatThrownBy(checks(LaunchMode.NORMAL, BROKEN)::enforce)
        .hasMessageContaining("could not run");
    assertThatThrownBy(checks(LaunchMode.NORMAL, BROKEN, SEVERE)::enforce)
        .hasMessageContaining("could not run")
        .hasMessageContaining("iam.a: is missing; set it");
    assertThatCode(checks(LaunchMode.DEVELOPMENT, BROKEN)::enforce).doesNotThrowAnyException();
  }

  @Test
  void commandsAreNotHeldUp() {
    StartUpChecks checks = new StartUpChecks(List.of(SEVERE), LaunchMode.NORMAL, false);

    assertThatCode(() -> checks.atStart(new StartupEvent())).doesNotThrowAnyException();
  }

  @Test
  void theServerIsChecked() {
    StartUpChecks checks = checks(LaunchMode.NORMAL, SEVERE);

    assertThatThrownBy(() -> checks.atStart(new StartupEvent()))
        .isInstanceOf(ConfigurationException.class);
  }

  private static StartUpChecks checks(LaunchMode mode, StartUpCheck... checks) {
    return new StartUpChecks(List.of(checks), mode, true);
  }
}
