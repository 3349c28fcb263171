package io.iamplane.decision.seal.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.chain.verifier.Finding;
import io.iamplane.chain.verifier.FindingCause;
import io.iamplane.chain.verifier.SealedDecisions.Checked;
import io.iamplane.chain.verifier.Verification;
import io.iamplane.decision.block.Block;
import io.iamplane.decision.log.LoggedBlocks;
import io.iamplane.shared.OrganizationId;
import io.iamplane.testing.TestPlatform;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A finding about decisions hides no other one. */
@QuarkusTest
class SeveralFindingsDbTest {

  @Inject TestPlatform platform;
  @Inject SealedTenant sealed;

  private OrganizationId tenant;

  @BeforeEach
  void aTenant() {
    tenant = platform.tenant().id();
  }

  /** A second passes with each look. */
  private static final class Ticking extends Clock {

    private final Instant start = Instant.now();
    private int looks;

    @Override
    public ZoneId getZone() {
      return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
      return this;
    }

    @Override
    public Instant instant() {
      return start.plusSeconds(looks++);
    }
  }

  @Test
  void aRunGoesOnAfterAFindingAndKeepsTheFirstOfEachCause() throws SQLException {
    List<Block> early = sealed.seal(tenant, 3);
    List<Block> late = sealed.seal(tenant, 4);
    Block stray = LoggedBlocks.of(tenant, 2, Map.of());
    try (TamperedDecisions tampered = new TamperedDecisions(tenant)) {
      tampered.run(
          "UPDATE iam_decision_seals SET decisions = decisions + 1 WHERE :o AND blocks = 3");
      for (Block gone : List.of(early.get(0), early.get(1), late.get(0))) {
        tampered.run("DELETE FROM iam_decisions WHERE :o AND id = '" + gone.id() + "'");
      }
      tampered.body(early.get(2).id(), late.get(3).body());
      tampered.body(late.get(1).id(), late.get(2).body());
      tampered.add(stray);

      for (boolean every : new boolean[] {true, false}) {
        Checked checked = sealed.check(tenant, every);
        assertThat(checked.findings())
            .extracting(Finding::cause)
            .containsExactly(
                FindingCause.DECISION_SEAL_MISMATCH,
                FindingCause.DECISION_BLOCK_MISSING,
                FindingCause.DECISION_BLOCK_ALTERED,
                FindingCause.DECISION_BLOCK_ADDED);
        assertThat(checked.findings().get(1).expected()).contains(early.get(0).id().toString());
        assertThat(checked.findings().get(2).expected()).contains(early.get(2).id().toString());
        assertThat(checked.findings().get(3).expected()).contains(stray.id().toString());
        assertThat(checked.found()).isEqualTo(7);
        assertThat(checked.complete()).isTrue();
      }
      assertThat(sealed.check(tenant, true).read()).as("those that are there").isEqualTo(4);
    }
  }

  /** A restore without the decisions of some days, or a longer retention. */
  @Test
  void whatIsMissingHidesNoLaterTampering() throws SQLException {
    sealed.seal(tenant, 5);
    List<Block> later = sealed.seal(tenant, 2);
    try (TamperedDecisions tampered = new TamperedDecisions(tenant)) {
      tampered.run("DELETE FROM iam_decisions WHERE :o AND id < '" + later.getFirst().id() + "'");
      tampered.body(later.getLast().id(), later.getFirst().body());

      Checked checked = sealed.check(tenant, true);
      assertThat(checked.findings())
          .extracting(Finding::cause)
          .containsExactly(
              FindingCause.DECISION_BLOCK_MISSING, FindingCause.DECISION_BLOCK_ALTERED);
      assertThat(checked.found()).isEqualTo(6);
    }
  }

  /** For a time limit at any moment. */
  @Test
  void findingsBeforeTheTimeWasOverAreKept() throws SQLException {
    List<Block> made = sealed.seal(tenant, 2);
    try (TamperedDecisions tampered = new TamperedDecisions(tenant)) {
      tampered.run("DELETE FROM iam_decisions WHERE :o AND id = '" + made.getFirst().id() + "'");
      Verification chain = sealed.chain(tenant, true);
      List<Checked> checked = new ArrayList<>();
      do {
        Ticking clock = new Ticking();
        checked.add(
            sealed
                .verifier(clock, 1_000)
                .check(chain, true, clock.start.plusSeconds(checked.size())));
      } while (!checked.getLast().complete());

      assertThat(checked).anyMatch(each -> !each.complete() && each.found() == 1);
      assertThat(checked.getLast().findings())
          .extracting(Finding::cause)
          .containsExactly(FindingCause.DECISION_BLOCK_MISSING);
    }
  }
}
