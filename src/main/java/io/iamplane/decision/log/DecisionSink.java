package io.iamplane.decision.log;

import io.iamplane.decision.block.Block;
import java.util.List;

/** Where decisions are written to. */
public interface DecisionSink extends AutoCloseable {

  /** The identifier of the sink that writes into Kafka, which is made only when it is chosen. */
  String KAFKA = "kafka";

  /** In what form a sink takes records. */
  enum Form {
    /** Put together, deflated and hashed. */
    BLOCKS,
    /** Each by itself. */
    LINES,
    /** Not at all: nothing that is written can be read again. */
    NOTHING
  }

  /** In what form it takes records, always the same. */
  default Form form() {
    return Form.BLOCKS;
  }

  /**
   * Writes all of it. The same decisions may come again after a failure: no reader may count one
   * twice. Called by one thread.
   *
   * @return false when the try before, whose outcome was unknown, had written them as they were
   *     then; nothing is written now
   * @throws PartlyWrittenException when a part of it is written
   * @throws DecisionsRefused when answers wait for decisions that it takes in no form
   * @throws RuntimeException when it is not written, or that is unknown
   */
  boolean write(Flush flush);

  /**
   * Counts denials that found no room, where that need not wait for what is to be written. Called
   * by any thread, and waits for nothing.
   *
   * @return false if they are to come with the next flush
   */
  default boolean count(DecisionCount unlogged) {
    return false;
  }

  /** No more comes: gives back what it holds, such as connections. */
  @Override
  default void close() {}

  /**
   * What is written together.
   *
   * @param blocks the decisions by tenant and minute, for who takes blocks
   * @param lines the decisions by tenant and minute, for who takes lines
   * @param counts how many there were, and how many found no room
   */
  record Flush(List<Block> blocks, List<RecordLines> lines, List<DecisionCount> counts) {

    /** Counts alone. */
    static Flush of(List<DecisionCount> counts) {
      return new Flush(List.of(), List.of(), counts);
    }

    /** Whether there is nothing to write. */
    boolean isEmpty() {
      return blocks.isEmpty() && lines.isEmpty() && counts.isEmpty();
    }
  }
}
