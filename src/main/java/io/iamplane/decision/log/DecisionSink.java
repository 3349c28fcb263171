package io.iamplane.decision.log;

import io.iamplane.decision.block.Block;
import java.util.List;

/** A destination of recorded decisions. */
public interface DecisionSink {

  /** Returns false if it drops all: nothing that is written can be read again. */
  default boolean isKept() {
    return true;
  }

  /**
   * Writes the entire flush. The same decisions may come again after a failure: no reader may count
   * one twice. Called by one thread.
   *
   * @throws PartlyWrittenException if a part of it is written
   * @throws RuntimeException if it is not written, or that is unknown
   */
  void write(Flush flush);

  /**
   * The same.
   *
   * @param begun runs before the first statement that may write the flush. It does not run if an
   *     earlier attempt had written the decisions, in their state at that time, or if nothing could
   *     be sent
   */
  default void write(Flush flush, Runnable begun) {
    begun.run();
    write(flush);
  }

  /** One write: decisions by tenant and minute, and numbers of them and of those without room. */
  record Flush(List<Block> blocks, List<DecisionCount> counts) {}
}
