package io.iamplane.decision.seal.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.audit.verifier.ChainVerifier;
import io.iamplane.audit.verifier.Finding;
import io.iamplane.audit.verifier.SealedDecisions;
import io.iamplane.audit.verifier.Verification;
import io.iamplane.decision.block.Block;
import io.iamplane.decision.log.LoggedBlocks;
import io.iamplane.decision.log.StoredBlocks;
import io.iamplane.decision.seal.DecisionSeals;
import io.iamplane.shared.OrganizationId;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Seals decisions that tests make up, and verifies them. */
@ApplicationScoped
class SealedTenant {

  private final StoredBlocks blocks;
  private final DecisionSeals seals;
  private final ChainVerifier chains;
  private final SealedDecisions decisions;

  SealedTenant(
      StoredBlocks blocks, DecisionSeals seals, ChainVerifier chains, SealedDecisions decisions) {
    this.blocks = blocks;
    this.seals = seals;
    this.chains = chains;
    this.decisions = decisions;
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

  Finding find(OrganizationId tenant) {
    return check(tenant, true).finding();
  }

  /** The chain, which holds: no tampering is of it. */
  Verification chain(OrganizationId tenant, boolean full) {
    Verification chain = chains.verify(tenant, new ChainVerifier.Plan(full, List.of(), null));
    assertThat(chain.finding()).isNull();
    return chain;
  }
}
