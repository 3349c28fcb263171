package io.iamplane.decision.log;

import io.iamplane.database.Transactions;
import io.iamplane.decision.block.Block;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes decisions into the database, all of a flush in one transaction. A flush that failed is
 * written block by block, so that a database gets on that is too slow for all of them; not where
 * answers wait for their records, which may be withdrawn between two tries. Before anything is
 * written again the database is asked for the outcome of the last try.
 */
final class PostgresSink implements DecisionSink {

  private final DecisionLogStore store;
  private final Transactions transactions;
  private final boolean durable;

  /** The last transaction, as long as its outcome is of interest: its COMMIT had no answer yet. */
  private @Nullable String last;

  /** True while a flush has failed, and some or all of it may be there nevertheless. */
  private boolean uncertain;

  PostgresSink(DecisionLogStore store, Transactions transactions, boolean durable) {
    this.store = store;
    this.transactions = transactions;
    this.durable = durable;
  }

  @Override
  public void write(Flush flush) {
    write(flush, () -> {});
  }

  @Override
  public void write(Flush flush, Runnable begun) {
    if (flush.blocks().isEmpty()) {
      writeCounts(flush.counts());
    } else if (durable) {
      writeWhole(flush, begun);
    } else {
      begun.run();
      writeAll(flush);
    }
  }

  /** No block is there to be asked for. */
  private void writeCounts(List<DecisionCount> numbers) {
    transactions.run(() -> {
      if (!outcomeOfLast().equals("committed")) {
        last = store.transaction();
        store.count(numbers);
      }
    });
    last = null;
  }

  private void writeAll(Flush flush) {
    boolean again = uncertain;
    uncertain = true;
    if (again) {
      writeInParts(flush);
    } else {
      transactions.run(() -> insert(flush.blocks(), flush.counts()));
    }
    uncertain = false;
  }

  /** Once the last try has ended, its first block is there if all of it is. */
  private void writeWhole(Flush flush, Runnable begun) {
    transactions.run(() -> {
      if (!outcomeOfLast().isEmpty() && store.has(flush.blocks().getFirst())) {
        return;
      }
      last = store.transaction();
      begun.run();
      insert(flush.blocks(), flush.counts());
    });
    last = null;
  }

  /**
   * Asks the database for the outcome of the last transaction; empty without one.
   *
   * @throws IllegalStateException while the database has not ended it
   */
  private String outcomeOfLast() {
    String outcome = last == null ? "" : store.outcome(last);
    if (outcome.equals("in progress")) {
      throw new IllegalStateException("the database has not finished the last write yet");
    }
    return outcome;
  }

  private void writeInParts(Flush flush) {
    List<Block> blocks = flush.blocks();
    int end = blocks.size() - 1;
    boolean progress = false;
    for (int i = 0; i <= end; i++) {
      try {
        progress |= insertOnce(blocks.get(i), i == end ? flush.counts() : List.of());
      } catch (RuntimeException e) {
        throw progress ? new PartlyWrittenException(e) : e;
      }
    }
  }

  /** The connection may have been lost after a commit: then the block is there. */
  private boolean insertOnce(Block block, List<DecisionCount> numbers) {
    return transactions.call(() -> {
      boolean missing = !store.has(block);
      if (missing) {
        insert(List.of(block), numbers);
      }
      return missing;
    });
  }

  private void insert(List<Block> blocks, List<DecisionCount> numbers) {
    store.insert(blocks);
    store.count(numbers);
  }
}
