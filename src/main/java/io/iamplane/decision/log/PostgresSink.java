package io.iamplane.decision.log;

import io.iamplane.database.Transactions;
import io.iamplane.decision.block.Block;
import java.util.List;

/**
 * Writes decisions into the database, all of a flush in one transaction. A flush that failed is
 * written block by block, so that a database gets on that is too slow for all of them; not where
 * answers wait for their records, which may be withdrawn between two tries.
 */
final class PostgresSink implements DecisionSink {

  private final DecisionLogStore store;
  private final Transactions transactions;
  private final boolean durable;

  /** True while a flush has failed, and some or all of it may be there nevertheless. */
  private boolean uncertain;

  PostgresSink(DecisionLogStore store, Transactions transactions, boolean durable) {
    this.store = store;
    this.transactions = transactions;
    this.durable = durable;
  }

  @Override
  public void write(Flush flush) {
    List<Block> blocks = flush.blocks();
    boolean again = uncertain && !blocks.isEmpty();
    uncertain = true;
    if (again && !durable) {
      int last = blocks.size() - 1;
      boolean progress = false;
      for (int i = 0; i <= last; i++) {
        try {
          progress |=
              insertOnce(List.of(blocks.get(i)), i == last ? flush.counts() : List.of());
        } catch (RuntimeException e) {
          throw progress ? new PartlyWrittenException(e) : e;
        }
      }
    } else if (again) {
      insertOnce(blocks, flush.counts());
    } else {
      transactions.run(() -> insert(blocks, flush.counts()));
    }
    uncertain = false;
  }

  /** The connection may have been lost after a commit: then the first block is there. */
  private boolean insertOnce(List<Block> blocks, List<DecisionCount> counts) {
    return transactions.call(() -> {
      boolean missing = !store.has(blocks.getFirst());
      if (missing) {
        insert(blocks, counts);
      }
      return missing;
    });
  }

  private void insert(List<Block> blocks, List<DecisionCount> counts) {
    store.insert(blocks);
    store.count(counts);
  }
}
