package io.iamplane.packaged.overload;

import io.iamplane.packaged.overload.FloodedAnswer.Compared;
import io.iamplane.packaged.siege.Wire;
import java.time.Duration;
import java.util.Map;
import java.util.Properties;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/** Counts the batches of a flood and their answers. */
final class FloodCounts {

  private static final int SHED = 429;
  private static final int SHOWN = 5;
  private static final int SHORT = 400;
  private static final long SECOND = 1_000_000_000;

  private final LongAdder sent = new LongAdder();
  private final LongAdder answered = new LongAdder();
  private final LongAdder decisions = new LongAdder();
  private final LongAdder full = new LongAdder();
  private final LongAdder refused = new LongAdder();
  private final LongAdder withoutRetryAfter = new LongAdder();
  private final LongAdder different = new LongAdder();
  private final LongAccumulator firstFull = new LongAccumulator(Math::min, Long.MAX_VALUE);
  private final Map<Long, LongAdder> refusedBySecond = new ConcurrentSkipListMap<>();
  private final Map<Long, LongAdder> fullBySecond = new ConcurrentSkipListMap<>();
  private final Queue<String> examples = new ConcurrentLinkedQueue<>();

  private static LongAdder in(Map<Long, LongAdder> seconds, long nanos) {
    return seconds.computeIfAbsent(nanos / SECOND, _ -> new LongAdder());
  }

  void sent() {
    sent.increment();
  }

  /** Counts an answer that came so long after the flood began. */
  void answered(FloodedAnswer expected, Wire.Answer answer, long nanos) {
    if (answer.status() == SHED) {
      refused(answer, nanos);
      return;
    }
    if (answer.status() != 200) {
      differs(answer.status() + " " + answer.body());
      return;
    }
    answered.increment();
    decisions.add(expected.decisions());
    Compared compared = expected.compare(answer.body());
    if (compared.full() > 0) {
      full.add(compared.full());
      firstFull.accumulate(nanos);
      in(fullBySecond, nanos).add(compared.full());
    }
    if (!compared.difference().isEmpty()) {
      differs(compared.difference() + ": " + answer.body());
    }
  }

  private void refused(Wire.Answer answer, long nanos) {
    refused.increment();
    in(refusedBySecond, nanos).increment();
    if (!answer.retryAfter().matches("[1-9]\\d*")) {
      withoutRetryAfter.increment();
    }
  }

  /** Counts an answer that is another one than without a log, or none. */
  void differs(String text) {
    different.increment();
    if (examples.size() < SHOWN) {
      examples.add(text.substring(0, Math.min(SHORT, text.length())));
    }
  }

  Properties result(Duration time) {
    Properties result = new Properties();
    put(result, "millis", time.toMillis());
    put(result, "sent", sent.sum());
    put(result, "answered", answered.sum());
    put(result, "decisions", decisions.sum());
    put(result, "full", full.sum());
    put(result, "refused", refused.sum());
    put(result, "withoutRetryAfter", withoutRetryAfter.sum());
    put(result, "different", different.sum());
    put(result, "firstFull", firstFull.get() / 1_000_000);
    result.setProperty("refusedBySecond", text(refusedBySecond, time));
    result.setProperty("fullBySecond", text(fullBySecond, time));
    result.setProperty("examples", String.join("\n", examples));
    return result;
  }

  /** The number of each second. */
  private static String text(Map<Long, LongAdder> seconds, Duration time) {
    return LongStream.rangeClosed(0, time.toSeconds())
        .mapToObj(second -> seconds.getOrDefault(second, new LongAdder()).toString())
        .collect(Collectors.joining(","));
  }

  private static void put(Properties result, String name, long number) {
    result.setProperty(name, Long.toString(number));
  }
}
