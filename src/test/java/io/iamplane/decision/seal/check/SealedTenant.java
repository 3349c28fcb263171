package io.iamplane.decision.seal.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.chain.verifier.ChainVerifier;
import io.iamplane.chain.verifier.Finding;
import io.iamplane.chain.verifier.SealedDecisions;
import io.iamplane.chain.verifier.Verification;
import io.iamplane.database.Transactions;
import io.iamplane.decision.block.Block;
import io.iamplane.decision.log.DecisionLogConfig;
import io.iamplane.decision.log.LoggedBlocks;
import io.iamplane.decision.log.StoredBlocks;
import io.iamplane.decision.seal.DecisionSeals;
import io.iamplane.decision.seal.ErasedBlockQuery;
import io.iamplane.shared.OrganizationId;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Seals decisions that tests make up, and verifies them. */
@ApplicationScoped
class SealedTenant {

  private final StoredBlocks blocks;
  private final DecisionSeals seals;
  private final ChainVerifier chains;
  private final SealedDecisions decisions;

  @Inject SealRecordQuery records;
  @Inject SealRowsQuery sealRows;
  @Inject BlockRowsQuery blockRows;
  @Inject ErasedBlockQuery erased;
  @Inject Transactions transactions;
  @Inject DecisionLogConfig config;

  SealedTenant(
      StoredBlocks blocks, DecisionSeals seals, ChainVerifier chains, SealedDecisions decisions) {
    this.blocks = blocks;
    this.seals = seals;
    this.chains = chains;
    this.decisions = decisions;
  }

  /** A verifier with a clock, and with a bound of the decisions that an hourly run reads. */
  SealedDecisions verifier(Clock clock, int most) {
    return new SealVerifier(
        records,
        sealRows,
        blockRows,
        erased,
        transactions,
        clock,
        config.retention(),
        most,
        new Random(8));
  }

  /** Seals some blocks together, of one, two, three and more decisions. */
  List<Block> seal(OrganizationId tenant, int count) {
    List<Block> made = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      made.add(LoggedBlocks.of(tenant, 1 + i % 7, Map.of("number", (long) i)));
    }
    blocks.insert(made);
    seals.seal();
    return made;
  }

  /** Writes a block that waits for its seal. */
  Block leaveUnsealed(OrganizationId tenant) {
    Block block = LoggedBlocks.of(tenant, 2, Map.of());
    blocks.insert(List.of(block));
    return block;
  }

  SealedDecisions.Checked check(OrganizationId tenant, boolean every) {
    return check(decisions, tenant, every);
  }

  /** By other means. */
  SealedDecisions.Checked check(SealedDecisions by, OrganizationId tenant, boolean every) {
    return by.check(chain(tenant, every), every, null);
  }

  /** The first finding of a run that compares everything; null without one. */
  Finding find(OrganizationId tenant) {
    return first(check(tenant, true));
  }

  /** The first finding; null without one. */
  static Finding first(SealedDecisions.Checked checked) {
    return checked.findings().isEmpty() ? null : checked.findings().getFirst();
  }

  /** The result of a run that compared this and found nothing. */
  static SealedDecisions.Checked whole(long seals, long blocks, long read) {
    return new SealedDecisions.Checked(seals, blocks, read, List.of(), 0, true);
  }

  /** The chain, which holds: no tampering is of it. */
  Verification chain(OrganizationId tenant, boolean full) {
    Verification chain = chains.verify(tenant, new ChainVerifier.Plan(full, List.of(), null));
    assertThat(chain.finding()).isNull();
    return chain;
  }
}
