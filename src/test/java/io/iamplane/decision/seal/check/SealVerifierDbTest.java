package io.iamplane.decision.seal.check;

import static io.iamplane.decision.seal.check.SealedTenant.first;
import static io.iamplane.decision.seal.check.SealedTenant.whole;
import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.audit.checkpoint.CheckpointService;
import io.iamplane.chain.verifier.Finding;
import io.iamplane.chain.verifier.FindingCause;
import io.iamplane.chain.verifier.SealedDecisions;
import io.iamplane.chain.verifier.SealedDecisions.Checked;
import io.iamplane.decision.block.Block;
import io.iamplane.decision.seal.check.DecisionTampering.Scene;
import io.iamplane.shared.OrganizationId;
import io.iamplane.testing.TestPlatform;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.io.ByteArrayOutputStream;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.zip.Deflater;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Sealed decisions are verified against the chain, after every kind of change by an owner. */
@QuarkusTest
class SealVerifierDbTest {

  @Inject TestPlatform platform;
  @Inject SealedTenant sealed;
  @Inject CheckpointService checkpoints;

  private OrganizationId tenant;

  @BeforeEach
  void aTenant() {
    tenant = platform.tenant().id();
  }

  @Test
  void aTenantWithoutDecisionsHasNothingToCompare() {
    assertThat(sealed.check(tenant, true)).isEqualTo(whole(0, 0, 0));
    assertThat(sealed.check(tenant, false)).isEqualTo(whole(0, 0, 0));
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void whatIsAsItWasSealedHasNoFinding(boolean every) {
    sealed.seal(tenant, 3);
    sealed.seal(tenant, 9);
    sealed.leaveUnsealed(tenant);

    assertThat(sealed.check(tenant, every)).isEqualTo(whole(2, 12, 12));
  }

  @ParameterizedTest
  @EnumSource
  void aTamperingIsFoundUntilItIsUndone(DecisionTampering kind) throws SQLException {
    sealed.seal(tenant, 3);
    sealed.seal(tenant, 4);
    try (TamperedDecisions tampered = new TamperedDecisions(tenant)) {
      kind.apply(new Scene(tenant, tampered, new Random(kind.ordinal())));
      Finding full = sealed.find(tenant);
      assertThat(full).isNotNull();
      assertThat(full.cause()).isEqualTo(kind.cause());
      assertThat(full.expected()).containsPattern("[0-9a-f]{8}-[0-9a-f]{4}-7");
      assertThat(first(sealed.check(tenant, false))).as("an hourly run").isEqualTo(full);
      tampered.restore();
      assertThat(sealed.find(tenant)).isNull();
    }
  }

  @Test
  void anotherTenantsDecisionsAreNoMatter() throws SQLException {
    OrganizationId other = platform.tenant().id();
    sealed.seal(tenant, 2);
    sealed.seal(other, 2);
    try (TamperedDecisions tampered = new TamperedDecisions(other)) {
      DecisionTampering.DELETED.apply(new Scene(other, tampered, new Random(1)));
      assertThat(sealed.find(tenant)).isNull();
      assertThat(sealed.find(other)).isNotNull();
    }
  }

  // Decisions before a checkpoint.

  /** Otherwise a checkpoint just before the run would hide decisions sealed since the last one. */
  @Test
  void anHourlyRunComparesWhatACheckpointHasJustCovered() {
    sealed.seal(tenant, 30);
    checkpoints.create(platform.command(), tenant);

    assertThat(sealed.check(tenant, false)).isEqualTo(whole(1, 30, 30));
  }

  @Test
  void anHourlyRunSamplesWhatACheckpointCoveredBefore() throws SQLException {
    sealed.seal(tenant, 30);
    checkpoints.create(platform.command(), tenant);
    SealedDecisions later =
        sealed.verifier(Clock.offset(Clock.systemUTC(), Duration.ofHours(27)), 1_000);
    Checked whole = sealed.check(later, tenant, false);
    assertThat(whole).as("20 blocks at each of 20 moments").isEqualTo(whole(20, 600, 400));

    try (TamperedDecisions tampered = new TamperedDecisions(tenant)) {
      DecisionTampering.DELETED.apply(new Scene(tenant, tampered, new Random(2)));
      assertThat(first(sealed.check(later, tenant, false))).isNotNull();
      assertThat(sealed.find(tenant)).isNotNull();
    }
  }

  /** By chance it would find one of forty in about four of ten runs. */
  @Test
  void anHourlyRunFindsABlockThatWasAddedUnderAnySealOfBefore() throws SQLException {
    for (int i = 0; i < 40; i++) {
      sealed.seal(tenant, 1);
    }
    checkpoints.create(platform.command(), tenant);
    SealedDecisions later =
        sealed.verifier(Clock.offset(Clock.systemUTC(), Duration.ofHours(27)), 1_000);
    for (int i = 0; i < 10; i++) {
      try (TamperedDecisions tampered = new TamperedDecisions(tenant)) {
        DecisionTampering.ADDED_TO_SEAL.apply(new Scene(tenant, tampered, new Random(i)));
        if (i % 2 == 1) {
          tampered.run("UPDATE iam_decision_sealed SET position = -1 WHERE :o AND position = 1");
        }
        Checked checked = sealed.check(later, tenant, false);
        assertThat(first(checked).cause()).isEqualTo(FindingCause.DECISION_SEAL_MISMATCH);
        assertThat(first(checked).expected()).endsWith(" with block count 1");
        assertThat(first(checked).found()).isEqualTo("more blocks");
      }
    }
    assertThat(sealed.check(later, tenant, false).findings()).isEmpty();
  }

  @Test
  void newSealsAreComparedBesideTheSample() throws SQLException {
    sealed.seal(tenant, 2);
    checkpoints.create(platform.command(), tenant);
    List<Block> later = sealed.seal(tenant, 5);
    try (TamperedDecisions tampered = new TamperedDecisions(tenant)) {
      for (Block block : later) {
        tampered.body(block.id(), new byte[] {3, 0});
        Finding finding = first(sealed.check(tenant, false));
        assertThat(finding).isNotNull();
        assertThat(finding.cause()).isEqualTo(FindingCause.DECISION_BLOCK_ALTERED);
        assertThat(finding.expected()).contains(block.id().toString());
        assertThat(finding.found()).isEqualTo("a body without records");
        tampered.restore();
      }
    }
  }

  // Retention.

  @Test
  void decisionsThatRetentionRemovedAreNotMissing() throws SQLException {
    sealed.seal(tenant, 3);
    try (TamperedDecisions tampered = new TamperedDecisions(tenant)) {
      tampered.run("DELETE FROM iam_decisions WHERE :o");
      assertThat(findAfter(99).cause()).isEqualTo(FindingCause.DECISION_BLOCK_MISSING);
      assertThat(findAfter(102)).as("the blocks are gone, the seal is not yet").isNull();

      tampered.run(
          "DELETE FROM iam_decision_sealed WHERE :o", "DELETE FROM iam_decision_seals WHERE :o");
      assertThat(findAfter(99).cause()).isEqualTo(FindingCause.DECISION_SEAL_MISMATCH);
      assertThat(findAfter(102)).isNull();
    }
  }

  @Test
  void decisionsThatAreStillThereAreComparedHoweverOldTheyAre() throws SQLException {
    List<Block> made = sealed.seal(tenant, 3);
    try (TamperedDecisions tampered = new TamperedDecisions(tenant)) {
      tampered.body(made.get(1).id(), made.get(2).body());
      tampered.run("DELETE FROM iam_decisions WHERE :o AND id = '" + made.getFirst().id() + "'");
      assertThat(findAfter(150).cause()).isEqualTo(FindingCause.DECISION_BLOCK_ALTERED);
      tampered.restore();
      tampered.run("DELETE FROM iam_decision_seals WHERE :o");
      assertThat(findAfter(150).cause()).isEqualTo(FindingCause.DECISION_SEAL_MISMATCH);
    }
  }

  // Hostile values.

  @Test
  void aBodyOfManyMegabytesIsReadInParts() throws SQLException {
    List<Block> made = sealed.seal(tenant, 2);
    byte[] noise = new byte[9 * 1024 * 1024];
    new Random(4).nextBytes(noise);
    try (TamperedDecisions tampered = new TamperedDecisions(tenant)) {
      tampered.body(made.getFirst().id(), deflated(noise));
      assertThat(sealed.find(tenant).found()).isEqualTo("a record that is not valid JSON");
    }
  }

  @Test
  void aBombIsLeftAtOnce() throws SQLException {
    List<Block> made = sealed.seal(tenant, 2);
    try (TamperedDecisions tampered = new TamperedDecisions(tenant)) {
      tampered.body(made.getFirst().id(), deflated(new byte[64 * 1024 * 1024]));
      assertThat(sealed.find(tenant).found()).isEqualTo("a record that exceeds the maximum length");
    }
  }

  @Test
  void valuesOfAnyLengthAndRowsWithoutValuesAreFindings() throws SQLException {
    List<Block> made = sealed.seal(tenant, 2);
    String block = " WHERE :o AND id = '" + made.getFirst().id() + "'";
    String name = " WHERE :o AND block_id = '" + made.getFirst().id() + "'";
    for (String change :
        List.of(
            "iam_decisions SET filter = decode(repeat('ab', 1000000), 'hex')" + block,
            "iam_decisions SET root = decode(repeat('ab', 1000000), 'hex')" + block,
            "iam_decisions SET root = root || '\\x00'" + block,
            "iam_decisions SET body = ''" + block,
            "iam_decisions SET decisions = 2147483647" + block,
            "iam_decision_sealed SET root = decode(repeat('ab', 1000000), 'hex')" + name,
            "iam_decision_sealed SET root = ''" + name,
            "iam_decision_sealed SET position = -1" + name,
            "iam_decision_seals SET root = ''WHERE :o",
            "iam_decision_seals SET sealed_at = 'infinity' WHERE :o",
            "iam_decision_seals SET sealed_at = '-infinity' WHERE :o",
            "iam_decision_seals SET blocks = -1, decisions = -1 WHERE :o")) {
      try (TamperedDecisions tampered = new TamperedDecisions(tenant)) {
        tampered.run("UPDATE " + change);
        Finding finding = sealed.find(tenant);
        assertThat(finding).as(change).isNotNull();
        assertThat(finding.expected() + finding.found()).as(change).hasSizeLessThan(500);
      }
      assertThat(sealed.find(tenant)).isNull();
    }
  }

  // Bounds.

  @Test
  void onlyAPartIsReadOfMoreDecisionsThanAnHourlyRunReads() {
    sealed.seal(tenant, 40);
    sealed.seal(tenant, 40);

    Checked part = sealed.check(sealed.verifier(Clock.systemUTC(), 160), tenant, false);
    assertThat(part.findings()).isEmpty();
    assertThat(part.seals()).isEqualTo(2);
    assertThat(part.blocks()).as("the columns of all").isEqualTo(80);
    assertThat(part.read()).isBetween(15L, 70L);
    assertThat(sealed.check(sealed.verifier(Clock.systemUTC(), 160), tenant, true).read())
        .isEqualTo(80);
  }

  @Test
  void aColumnThatASealSumsUpIsFoundWithoutReading() throws SQLException {
    List<Block> made = sealed.seal(tenant, 40);
    try (TamperedDecisions tampered = new TamperedDecisions(tenant)) {
      tampered.run(
          "UPDATE iam_decisions SET decisions = decisions + 1 WHERE :o AND id = '%s'"
              .formatted(made.get(7).id()));
      Finding finding = first(sealed.check(sealed.verifier(Clock.systemUTC(), 0), tenant, false));
      assertThat(finding.cause()).isEqualTo(FindingCause.DECISION_SEAL_MISMATCH);
      assertThat(finding.found()).endsWith(" decisions in its blocks");
    }
  }

  @Test
  void itEndsWhenItsTimeIsOverAndSaysSo() {
    sealed.seal(tenant, 2);
    SealedDecisions verifier = sealed.verifier(Clock.systemUTC(), 1_000);
    Instant past = Instant.now().minusSeconds(1);

    assertThat(verifier.check(sealed.chain(tenant, true), true, past))
        .isEqualTo(new Checked(0, 0, 0, List.of(), 0, false));
    assertThat(verifier.check(sealed.chain(tenant, true), true, past.plusSeconds(600)))
        .isEqualTo(whole(1, 2, 2));
  }

  private Finding findAfter(int days) {
    return first(
        sealed.check(
            sealed.verifier(Clock.offset(Clock.systemUTC(), Duration.ofDays(days)), 1_000),
            tenant,
            true));
  }

  private static byte[] deflated(byte[] text) {
    Deflater deflater = new Deflater(Deflater.BEST_SPEED, true);
    deflater.setInput(text);
    deflater.finish();
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    byte[] buffer = new byte[65_536];
    while (!deflater.finished()) {
      body.write(buffer, 0, deflater.deflate(buffer));
    }
    return body.toByteArray();
  }
}
