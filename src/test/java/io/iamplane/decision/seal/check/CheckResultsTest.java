package io.iamplane.decision.seal.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.chain.verifier.Finding;
import io.iamplane.chain.verifier.FindingCause;
import io.iamplane.chain.verifier.SealedDecisions.Checked;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The results of a run are bounded for any number of findings. */
class CheckResultsTest {

  private final CheckResults results = new CheckResults();

  @Test
  void aRunThatComparedNothingFoundNothing() {
    assertThat(results.checked(true)).isEqualTo(new Checked(0, 0, 0, List.of(), 0, true));
    assertThat(results.checked(false)).isEqualTo(new Checked(0, 0, 0, List.of(), 0, false));
  }

  @Test
  void itCountsWhatWasCompared() {
    for (int i = 0; i < 7; i++) {
      if (i < 3) {
        results.addSeal();
      }
      results.addBlock();
      if (i < 5) {
        results.addRead();
      }
    }

    assertThat(results.blocks()).isEqualTo(7);
    assertThat(results.checked(true)).isEqualTo(new Checked(3, 7, 5, List.of(), 0, true));
  }

  @Test
  void theFirstOfEachCauseIsKeptInTheOrderInWhichTheyWereFound() {
    Finding missing = finding(FindingCause.DECISION_BLOCK_MISSING, "a");
    Finding altered = finding(FindingCause.DECISION_BLOCK_ALTERED, "b");
    results.add(missing);
    results.add(finding(FindingCause.DECISION_BLOCK_MISSING, "c"));
    results.add(altered);
    results.add(finding(FindingCause.DECISION_BLOCK_ALTERED, "d"));

    assertThat(results.found()).isEqualTo(4);
    assertThat(results.checked(true).findings()).containsExactly(missing, altered);
    assertThat(results.checked(true).found()).isEqualTo(4);
  }

  @Test
  void aMillionFindingsTakeTheRoomOfTheirCauses() {
    for (int i = 0; i < 1_000_000; i++) {
      results.add(finding(FindingCause.values()[i % FindingCause.values().length], "block " + i));
    }

    assertThat(results.checked(true).findings()).hasSize(FindingCause.values().length);
    assertThat(results.checked(true).found()).isEqualTo(1_000_000);
  }

  @Test
  void aResultIsAsItWasWhenItWasAskedFor() {
    results.add(finding(FindingCause.DECISION_BLOCK_ADDED, "a"));
    Checked before = results.checked(true);
    results.add(finding(FindingCause.DECISION_SEAL_MISMATCH, "b"));

    assertThat(before.findings()).hasSize(1);
    assertThat(results.checked(true).findings()).hasSize(2);
  }

  private static Finding finding(FindingCause cause, String expected) {
    return new Finding(cause, 1, expected, null);
  }
}
