package io.iamplane.packaged.siege;

import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;

/** Counts an attack's requests and their answers. */
final class Tally {

  private final Map<String, Outcome> outcomes = new ConcurrentSkipListMap<>();

  /** One kind of answer. */
  private static final class Outcome {
    final LongAdder times = new LongAdder();
    final LongAdder nanos = new LongAdder();
    final LongAccumulator longest = new LongAccumulator(Math::max, 0);

    @Override
    public String toString() {
      long count = Math.max(1, times.sum());
      long mean = nanos.sum() / count / 1_000_000;
      return longest.get() == 0
          ? String.format("%,d", times.sum())
          : String.format(
              "%,d (mean %,d ms, most %,d ms)", times.sum(), mean, longest.get() / 1_000_000);
    }
  }

  /** Something that happened, without a duration. */
  void count(String what) {
    outcome(what).times.increment();
  }

  /** An answer, and how long it took. */
  void count(String what, long nanos) {
    Outcome outcome = outcome(what);
    outcome.times.increment();
    outcome.nanos.add(nanos);
    outcome.longest.accumulate(nanos);
  }

  private Outcome outcome(String what) {
    return outcomes.computeIfAbsent(what, _ -> new Outcome());
  }

  /** By answer, in the order of their names. */
  @Override
  public String toString() {
    return outcomes.entrySet().stream()
        .map(entry -> entry.getKey() + ": " + entry.getValue())
        .collect(Collectors.joining("; "));
  }
}
