package io.iamplane.decision.journal;

import io.iamplane.database.Transactions;
import io.iamplane.decision.journal.JournalWalk.WalkedBlock;
import io.iamplane.shared.OrganizationId;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.UUID;

/** Reads on in the decision log, from where a reader stopped. */
@Singleton
public class JournalFeed {

  private final BlockReader blocks;
  private final Transactions transactions;

  JournalFeed(BlockReader blocks, Transactions transactions) {
    this.blocks = blocks;
    this.transactions = transactions;
  }

  /**
   * The blocks that end after an id and before another one, in the order of their ends. Blocks of
   * several servers may overlap.
   *
   * @param most how many; fewer are all
   */
  public List<WalkedBlock> after(OrganizationId organization, UUID after, UUID before, int most) {
    return transactions.call(() -> blocks.after(organization, after, before, most));
  }
}
