package io.iamplane.decision.seal.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.iamplane.chain.verifier.Finding;
import io.iamplane.chain.verifier.FindingCause;
import io.iamplane.chain.verifier.SealedDecisions.Checked;
import io.iamplane.database.Transactions;
import io.iamplane.decision.block.Block;
import io.iamplane.decision.block.RecordIds;
import io.iamplane.decision.log.LoggedBlocks;
import io.iamplane.decision.seal.check.DecisionTampering.Scene;
import io.iamplane.shared.OrganizationId;
import io.iamplane.testing.TestPlatform;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Added rows are found at the start of a check, and as often as they occur. */
@QuarkusTest
class StrayCheckDbTest {

  private static final UUID START = new UUID(0, 0);

  @Inject TestPlatform platform;
  @Inject SealedTenant sealed;
  @Inject SealRecordQuery records;
  @Inject SealRowsQuery seals;
  @Inject BlockRowsQuery blocks;
  @Inject Transactions transactions;

  private OrganizationId tenant;
  private CheckResults results;
  private StrayCheck check;

  @BeforeEach
  void sealedBlocks() {
    tenant = platform.tenant().id();
    sealed.seal(tenant, 3);
    sealed.seal(tenant, 2);
    anew(() -> {});
  }

  private void anew(Runnable requireTime) {
    results = new CheckResults();
    check = new StrayCheck(tenant, records, seals, blocks, transactions, requireTime, results);
  }

  @Test
  void whatIsSealedOrWaitsIsNotAdded() {
    sealed.leaveUnsealed(tenant);
    check.blocksFrom(START);
    check.someBlocksFrom(START, 20);
    check.sealsAfter(START);
    check.longerSeals(Instant.EPOCH, 1_000);

    assertThat(results.checked(true)).isEqualTo(new Checked(0, 0, 0, List.of(), 0, true));
  }

  @Test
  void everyBlockWithoutASealIsFoundFromAPlaceOn() throws SQLException {
    List<Block> added = new ArrayList<>();
    try (TamperedDecisions tampered = new TamperedDecisions(tenant)) {
      for (int i = 0; i < 3; i++) {
        added.add(LoggedBlocks.of(tenant, 1, Map.of()));
        tampered.add(added.get(i));
      }
      check.blocksFrom(START);
      assertThat(results.found()).isEqualTo(3);
      assertThat(only().expected()).isEqualTo("a seal for block " + added.getFirst().id());
      assertThat(only().found()).isNull();

      anew(() -> {});
      check.blocksFrom(added.get(1).id());
      assertThat(results.found()).isEqualTo(2);
      assertThat(only().expected()).endsWith(added.get(1).id().toString());

      anew(() -> {});
      check.blocksFrom(RecordIds.after(added.get(2).id()));
      assertThat(results.found()).isZero();
    }
  }

  @Test
  void someBlocksAreNoMoreThanWereAskedFor() throws SQLException {
    try (TamperedDecisions tampered = new TamperedDecisions(tenant)) {
      tampered.add(LoggedBlocks.of(tenant, 1, Map.of()));
      check.someBlocksFrom(START, 5);
      assertThat(results.found()).as("the sixth").isZero();
      check.someBlocksFrom(START, 6);
      assertThat(results.found()).isEqualTo(1);
    }
  }

  @Test
  void aSealWithoutARecordIsFoundByItselfAndByItsBlocks() throws SQLException {
    try (TamperedDecisions tampered = new TamperedDecisions(tenant)) {
      DecisionTampering.ADDED_WITH_SEAL.apply(new Scene(tenant, tampered, new Random(3)));
      check.blocksFrom(START);
      check.sealsAfter(START);

      List<Finding> findings = results.checked(true).findings();
      assertThat(findings)
          .extracting(Finding::cause)
          .containsExactly(FindingCause.DECISION_BLOCK_ADDED, FindingCause.DECISION_SEAL_MISMATCH);
      assertThat(findings).extracting(Finding::seq).containsOnly(1L);
      assertThat(findings.getFirst().found()).endsWith("which has no record");
      String seal = findings.getLast().expected().substring("a record for seal ".length());
      assertThat(findings.getFirst().found()).contains(seal);

      anew(() -> {});
      check.sealsAfter(UUID.fromString(seal));
      assertThat(results.found()).as("after it").isZero();
    }
  }

  @Test
  void aSealThatNamesMoreIsFoundAmongTheRecordsOfATime() throws SQLException {
    List<SealRecord> all =
        transactions.call(() -> records.after(tenant, Instant.EPOCH, 0, 1_000, 100));
    try (TamperedDecisions tampered = new TamperedDecisions(tenant)) {
      for (SealRecord each : all) {
        Block block = LoggedBlocks.of(tenant, 1, Map.of());
        tampered.add(block);
        tampered.update(
            "INSERT INTO iam_decision_sealed (organization_id, block_id, seal_id, position, root)"
                + " VALUES (?, ?, ?, ?, ?)",
            tenant.value(),
            block.id(),
            UUID.fromString(each.id()),
            each.blocks() + 4,
            block.root());
      }
      check.blocksFrom(START);
      assertThat(results.found()).as("its seal has a record").isZero();
      check.longerSeals(Instant.EPOCH, 1_000);
      assertThat(results.found()).isEqualTo(2);
      assertThat(only()).isEqualTo(SealFinding.longer(all.getFirst()));

      anew(() -> {});
      check.longerSeals(all.getLast().at(), 1_000);
      assertThat(results.found()).isEqualTo(1);
      assertThat(only()).isEqualTo(SealFinding.longer(all.getLast()));

      anew(() -> {});
      check.longerSeals(Instant.EPOCH, all.getFirst().seq());
      assertThat(results.found()).isEqualTo(1);
    }
  }

  @Test
  void eachPageAsksForTheTime() {
    anew(() -> {
      throw new IllegalStateException("over");
    });
    assertThatThrownBy(() -> check.blocksFrom(START)).hasMessage("over");
    assertThatThrownBy(() -> check.someBlocksFrom(START, 1)).hasMessage("over");
    assertThatThrownBy(() -> check.sealsAfter(START)).hasMessage("over");
    assertThatThrownBy(() -> check.longerSeals(Instant.EPOCH, 1)).hasMessage("over");
  }

  private Finding only() {
    assertThat(results.checked(true).findings()).hasSize(1);
    return results.checked(true).findings().getFirst();
  }
}
