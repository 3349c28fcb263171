package io.iamplane.chain.verifier;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Verifies the recorded decisions that a chain vouches for. They are not in the chain: its records
 * name the roots of their blocks. For verification alone, which asks while the chain itself holds.
 */
public interface SealedDecisions {

  /**
   * Compares recorded decisions with the records that seal them.
   *
   * @param chain a verification that found nothing; only records that it read, or that a checkpoint
   *     covers, are compared with
   * @param every true for all decisions; otherwise recently sealed ones, or a part of them, and a
   *     sample of the earlier ones
   * @param deadline the time limit; null for none
   * @return the findings until the deadline; the comparison after one does not depend on it
   */
  Checked check(Verification chain, boolean every, @Nullable Instant deadline);

  /**
   * Counts of the rows that were compared.
   *
   * @param seals how many records of the chain that seal decisions
   * @param blocks how many blocks these name and the database has
   * @param read how many of the blocks were read whole
   * @param findings the first finding of each cause, in the order in which they were found
   * @param found how many findings there were
   * @param complete false when the deadline passed before all was compared
   */
  record Checked(
      long seals, long blocks, long read, List<Finding> findings, long found, boolean complete) {

    public Checked {
      findings = List.copyOf(findings);
    }
  }
}
