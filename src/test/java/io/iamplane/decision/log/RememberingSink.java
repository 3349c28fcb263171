package io.iamplane.decision.log;

import java.util.ArrayList;
import java.util.List;

/** Keeps all flushes, or fails a given number of times. */
final class RememberingSink implements DecisionSink {

  private final List<Flush> tried = new ArrayList<>();
  private final List<Flush> written = new ArrayList<>();
  private int failures;

  @Override
  public synchronized void write(Flush flush) {
    tried.add(flush);
    if (failures > 0) {
      failures--;
      throw new IllegalStateException("away");
    }
    written.add(flush);
  }

  synchronized void failTimes(int times) {
    failures = times;
  }

  synchronized List<Flush> tried() {
    return List.copyOf(tried);
  }

  synchronized List<Flush> written() {
    return List.copyOf(written);
  }

  /** The number of decisions written in blocks. */
  synchronized int decisions() {
    return written.stream()
        .flatMap(flush -> flush.blocks().stream())
        .mapToInt(block -> block.decisions())
        .sum();
  }

  /** The number of counted decisions. */
  synchronized long counted(boolean logged) {
    return written.stream()
        .flatMap(flush -> flush.counts().stream())
        .filter(count -> count.logged() == logged)
        .mapToLong(DecisionCount::number)
        .sum();
  }
}
