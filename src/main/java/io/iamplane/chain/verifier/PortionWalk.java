package io.iamplane.chain.verifier;

import io.iamplane.chain.ChainHead;
import io.iamplane.chain.EventType;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Walks over a portion of records while the next one is read: hashing takes as long as reading
 * does, and the transaction's connection belongs to the thread that reads.
 */
final class PortionWalk implements Predicate<RecordReader.Portion>, AutoCloseable {

  private final ExecutorService walker = Executors.newSingleThreadExecutor();
  private final ChainWalk walk;
  private final Function<StoredRecord, Optional<Finding>> checkpoints;
  private CompletableFuture<Walked> last =
      CompletableFuture.completedFuture(new Walked(List.of(), Optional.empty()));

  /**
   * @param checkpoints looks at the records of checkpoints, on the reading thread
   */
  PortionWalk(ChainWalk walk, Function<StoredRecord, Optional<Finding>> checkpoints) {
    this.walk = walk;
    this.checkpoints = checkpoints;
  }

  private record Walked(List<StoredRecord> checkpoints, Optional<Finding> finding) {}

  /** Takes a portion; false when the one before it was not as it should be. */
  @Override
  public boolean test(RecordReader.Portion portion) {
    if (finding().isPresent()) {
      return false;
    }
    last = CompletableFuture.supplyAsync(() -> walk(portion), walker);
    return true;
  }

  Optional<Finding> finding() {
    Walked walked = joined();
    return walked.checkpoints().stream()
        .map(checkpoints)
        .flatMap(Optional::stream)
        .findFirst()
        .or(walked::finding);
  }

  ChainHead end() {
    joined();
    return walk.end();
  }

  private Walked walk(RecordReader.Portion portion) {
    List<StoredRecord> walked = new ArrayList<>();
    for (StoredRecord row : portion.records()) {
      Optional<Finding> finding = walk.step(row, portion.personal(row));
      if (finding.isPresent()) {
        return new Walked(walked, finding);
      }
      if (row.eventType().equals(EventType.AUDIT_CHECKPOINT_CREATED.wire())) {
        walked.add(row);
      }
    }
    return new Walked(walked, Optional.empty());
  }

  private Walked joined() {
    try {
      return last.join();
    } catch (CompletionException | CancellationException e) {
      throw new IllegalStateException("could not traverse the chain", e);
    }
  }

  @Override
  public void close() {
    walker.shutdownNow();
  }
}
