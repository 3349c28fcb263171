package io.iamplane.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.shared.Doing;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ProgressTest {

  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private Duration now = Duration.ofHours(1);
  private final Progress progress =
      new Progress("iam:migrate", new PrintStream(err, true), () -> now.toNanos());

  @Test
  void nothingIsSaidInTheFirstTwoSeconds() {
    pass(1_999);
    progress.say("starting");
    assertThat(said()).isEmpty();
  }

  @Test
  void whatIsDoneIsSaidWhenItChanged() {
    pass(2_000);
    progress.say("starting");
    pass(5_000);
    progress.say("starting");
    pass(5_000);
    progress.say("migrating");
    assertThat(said())
        .isEqualTo("iam: iam:migrate: starting (2 s)\niam: iam:migrate: migrating (12 s)\n");
  }

  @Test
  void stepsAreCountedWhereTheyAreKnown() {
    Doing doing = new Doing("starting");
    assertThat(doing.now()).isEqualTo("starting");
    doing.during(() -> {
      Doing.stage("importing", 1_000_000);
      assertThat(doing.now()).isEqualTo("importing");
      Doing.reached(12_345, "relations");
      assertThat(doing.now()).isEqualTo("importing: 12,345 of 1,000,000 relations");
      Doing.stage("verifying acme (1 of 7)");
      Doing.reached(7, "records");
    });
    assertThat(doing.now()).isEqualTo("verifying acme (1 of 7): 7 records");
  }

  @Test
  void whatIsSaidOutsideOfACommandIsDropped() {
    Doing doing = new Doing("starting");
    Doing.stage("importing");
    Doing.reached(1, "records");
    assertThat(doing.now()).isEqualTo("starting");
  }

  @Test
  void theVariableDecides() {
    assertThat(Progress.isWanted(Map.of("IAM_PROGRESS", "always"))).isTrue();
    assertThat(Progress.isWanted(Map.of("IAM_PROGRESS", "never"))).isFalse();
  }

  private void pass(long millis) {
    now = now.plusMillis(millis);
  }

  private String said() {
    return err.toString(StandardCharsets.UTF_8);
  }
}
