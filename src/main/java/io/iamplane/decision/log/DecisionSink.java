package io.iamplane.decision.log;

import io.iamplane.decision.block.Block;
import java.util.List;

/** Where decisions are written to. Called by one thread. */
public interface DecisionSink {

  /** The identifier of the sink that writes into Kafka, which is made only when it is chosen. */
  String KAFKA = "kafka";

  /**
   * Writes all of it. The same flush may come again after a failure: no reader may count it twice.
   *
   * @throws RuntimeException when it is not written, or that is unknown
   */
  void write(Flush flush);

  /** No more comes: gives back what it holds, such as connections. */
  default void close() {}

  /** Whether nothing that is written can be read again: then nothing needs to be made for it. */
  default boolean isVoid() {
    return false;
  }

  /**
   * What is written together.
   *
   * @param blocks the decisions, by tenant and minute
   * @param counts how many there were, and how many found no room
   */
  record Flush(List<Block> blocks, List<DecisionCount> counts) {}
}
