package io.iamplane.decision.log;

import io.iamplane.decision.engine.question.AskedName;
import io.iamplane.decision.engine.question.ReasonCode;
import java.util.HashMap;
import java.util.Map;

/**
 * Counts the decisions of one tenant and minute, by requested permission or relation and by reason.
 */
final class CountTable {

  private static final ReasonCode[] REASONS = ReasonCode.values();

  private final Map<AskedName, long[]> numbers = new HashMap<>();

  /** Receives the counts. */
  @FunctionalInterface
  interface Reader {
    void read(AskedName name, ReasonCode reason, long number);
  }

  void count(AskedName name, ReasonCode reason) {
    numbers.computeIfAbsent(name, _ -> new long[REASONS.length])[reason.ordinal()]++;
  }

  /** Reads each number that is not 0. */
  void forEach(Reader reader) {
    numbers.forEach((name, byReason) -> {
      for (ReasonCode reason : REASONS) {
        if (byReason[reason.ordinal()] > 0) {
          reader.read(name, reason, byReason[reason.ordinal()]);
        }
      }
    });
  }
}
