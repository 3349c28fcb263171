package io.iamplane.decision.log;

import io.iamplane.decision.block.Block;
import java.util.List;

/** A destination of recorded decisions. */
public interface DecisionSink extends AutoCloseable {

  /** The identifier of the sink that writes into Kafka, which is made only when it is chosen. */
  String KAFKA = "kafka";

  /** The form of records that a sink takes. */
  enum Form {
    /** Put together, deflated and hashed. */
    BLOCKS,
    /** Each by itself. */
    LINES,
    /** Not at all: nothing that is written can be read again. */
    NOTHING
  }

  /** The form of records that it takes, always the same. */
  default Form form() {
    return Form.BLOCKS;
  }

  /**
   * Writes the entire flush. The same decisions may come again after a failure: no reader may count
   * one twice. Called by one thread.
   *
   * @throws PartlyWrittenException if a part of it is written
   * @throws DecisionsRefused if answers wait for decisions that it takes in no form
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

  /**
   * Counts a denial without room, if the sink can do so ahead of the next flush. Called by any
   * thread, and waits for nothing.
   *
   * @return false if the count must come with the next flush
   */
  default boolean count(DecisionCount unlogged) {
    return false;
  }

  /** Closes its resources, such as connections, after the last flush. */
  @Override
  default void close() {}

  /**
   * The content of one write.
   *
   * @param blocks the decisions by tenant and minute, for sinks that take blocks
   * @param lines the decisions by tenant and minute, for sinks that take lines
   * @param counts the numbers of decisions, and of those without room
   */
  record Flush(List<Block> blocks, List<RecordLines> lines, List<DecisionCount> counts) {

    /** Counts alone. */
    static Flush of(List<DecisionCount> counts) {
      return new Flush(List.of(), List.of(), counts);
    }
  }
}
