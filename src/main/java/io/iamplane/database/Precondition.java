package io.iamplane.database;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a transaction rests on: a statement that fails unless it is so. It goes before all others,
 * and with the first of them.
 */
final class Precondition {

  private @Nullable Write statement;
  private Stage stage = Stage.OPEN;

  private enum Stage {
    /** Nothing was sent yet. */
    OPEN,
    /** It is on its way: whether it holds, the database knows. */
    SENT,
    CONFIRMED,
    REFUTED
  }

  /** False when something was sent, or looked for, before. */
  boolean set(Write first) {
    if (stage != Stage.OPEN || statement != null) {
      return false;
    }
    statement = first;
    return true;
  }

  /** What has to be sent before the next statement. */
  List<Write> toSend() {
    Write first = statement;
    if (first == null) {
      stage = Stage.CONFIRMED;
    }
    if (first == null || stage == Stage.CONFIRMED || stage == Stage.REFUTED) {
      return List.of();
    }
    // Until there is an answer: what failed before may never have been sent.
    stage = Stage.SENT;
    return List.of(first);
  }

  void confirm() {
    stage = Stage.CONFIRMED;
  }

  void refute() {
    stage = Stage.REFUTED;
  }

  /** Whether it is on its way, and no answer came. */
  boolean isSent() {
    return stage == Stage.SENT;
  }

  /** Whether it was not sent yet, and so nothing that may come only after it. */
  boolean isUnsent() {
    return statement != null && stage == Stage.OPEN;
  }

  boolean isRefuted() {
    return stage == Stage.REFUTED;
  }
}
