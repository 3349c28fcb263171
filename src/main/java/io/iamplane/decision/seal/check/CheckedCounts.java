package io.iamplane.decision.seal.check;

import io.iamplane.audit.verifier.Finding;
import io.iamplane.audit.verifier.SealedDecisions.Checked;
import org.jspecify.annotations.Nullable;

/** Counts what one verification has compared. */
final class CheckedCounts {

  private long seals;
  private long blocks;
  private long read;

  void addSeal() {
    seals++;
  }

  void addBlock() {
    blocks++;
  }

  void addRead() {
    read++;
  }

  /** The number of blocks that were compared so far. */
  long blocks() {
    return blocks;
  }

  Checked with(@Nullable Finding finding) {
    return new Checked(seals, blocks, read, finding);
  }
}
