package io.iamplane.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Rules for subjects of commits, which {@code .ci/run} applies to the history. */
class CommitSubjectsTest {

  private record Ran(int exitCode, String out) {}

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Seal decision blocks in one transaction",
        "Pass the deadline to each step",
        "Use seventy-two characters, of which this subject has exactly as many: x"
      })
  void aSubjectThatNamesItsChangeIsAccepted(String subject) throws Exception {
    assertThat(check(subject)).isEqualTo(new Ran(0, ""));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          A block is sealed with its decisions|begins with "A"
          Adds a column|begins with "Adds"; use the imperative
          Added a column|use the imperative
          Adding a column|use the imperative
          add a column|begins without a capital letter
          Add a column.|ends with a full stop
          Formatting|says nothing about the change
          Use seventy-three characters, of which this subject has exactly as many: x|longer than 72
          """)
  void anotherIsRefusedWithItsReason(String subject, String reason) throws Exception {
    Ran ran = check(subject);
    assertThat(ran.exitCode()).isEqualTo(1);
    assertThat(ran.out()).contains("\"" + subject + "\"", reason);
  }

  @Test
  void allSubjectsAreReadAndGoodOnesDoNotHideABadOne() throws Exception {
    assertThat(check("Add a column\nThe end\nRemove a column\nWhat it says\n").out().lines())
        .hasSize(2);
    assertThat(check("").exitCode()).isZero();
  }

  private static Ran check(String subjects) throws IOException, InterruptedException {
    Process process = new ProcessBuilder("config/commits/check").redirectErrorStream(true).start();
    try (var in = process.outputWriter(StandardCharsets.UTF_8)) {
      in.write(subjects + "\n");
    }
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(10, TimeUnit.SECONDS)).isTrue();
    return new Ran(process.exitValue(), out);
  }
}
