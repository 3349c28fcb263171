package io.iamplane.decision.log;

import io.iamplane.database.Transactions;
import io.iamplane.decision.block.Block;
import java.util.List;

/**
 * Writes decisions into the database, all of a flush in one transaction. A flush that failed is
 * written block by block: a database so slow that it has no time for all of them gets on.
 */
final class PostgresSink implements DecisionSink {

  private final DecisionLogStore store;
  private final Transactions transactions;

  /** Whether a flush failed, and some or all of it may be there nevertheless. */
  private boolean uncertain;

  PostgresSink(DecisionLogStore store, Transactions transactions) {
    this.store = store;
    this.transactions = transactions;
  }

  @Override
  public void write(Flush flush) {
    List<Block> blocks = flush.blocks();
    boolean again = uncertain && !blocks.isEmpty();
    uncertain = true;
    if (again) {
      for (Block block : blocks) {
        write(block, block == blocks.getLast() ? flush.counts() : List.of());
      }
    } else {
      transactions.run(() -> insert(blocks, flush.counts()));
    }
    uncertain = false;
  }

  /** The connection may have been lost after a commit: then the block is there. */
  private void write(Block block, List<DecisionCount> counts) {
    transactions.run(() -> {
      if (!store.has(block)) {
        insert(List.of(block), counts);
      }
    });
  }

  private void insert(List<Block> blocks, List<DecisionCount> counts) {
    store.insert(blocks);
    store.count(counts);
  }
}
