package io.iamplane.decision.log;

import io.iamplane.database.Transactions;
import io.iamplane.decision.block.Block;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;

/** Blocks and counts as the log writes them, for tests that make up their own. */
@ApplicationScoped
public class StoredBlocks {

  private final DecisionLogStore store;
  private final Transactions transactions;

  StoredBlocks(DecisionLogStore store, Transactions transactions) {
    this.store = store;
    this.transactions = transactions;
  }

  public void insert(List<Block> blocks) {
    transactions.run(() -> store.insert(blocks));
  }

  public void count(List<DecisionCount> counts) {
    transactions.run(() -> store.count(counts));
  }
}
