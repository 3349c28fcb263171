package io.iamplane.decision.log;

import io.iamplane.decision.block.Block;
import java.util.List;

/** Where decisions are written to. Called by one thread. */
public interface DecisionSink {

  /**
   * Writes all or nothing. The same flush may come again after a failure: it must not be written
   * twice.
   *
   * @throws RuntimeException when it is not written, or that is unknown
   */
  void write(Flush flush);

  /**
   * What is written together.
   *
   * @param blocks the decisions, by tenant and minute
   * @param counts how many there were, and how many found no room
   */
  record Flush(List<Block> blocks, List<DecisionCount> counts) {}
}
