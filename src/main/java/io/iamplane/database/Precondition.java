package io.iamplane.database;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The precondition of a transaction: a statement that fails unless it holds. It goes with the first
 * statement of the transaction, before it.
 */
final class Precondition {

  private @Nullable Write statement;
  private Stage stage = Stage.OPEN;

  private enum Stage {
    /** Nothing was sent yet. */
    OPEN,
    /** On its way; only the database knows the result. */
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

  /** The statement to send before the next one, if any. */
  List<Write> toSend() {
    Write first = statement;
    if (first == null) {
      stage = Stage.CONFIRMED;
    }
    if (first == null || stage == Stage.CONFIRMED || stage == Stage.REFUTED) {
      return List.of();
    }
    // Until there is an answer: an earlier failure may have come before the sending.
    stage = Stage.SENT;
    return List.of(first);
  }

  void confirm() {
    stage = Stage.CONFIRMED;
  }

  void refute() {
    stage = Stage.REFUTED;
  }

  /** Returns true if it was sent and not answered. */
  boolean isSent() {
    return stage == Stage.SENT;
  }

  /** Returns true if neither it nor any later statement was sent yet. */
  boolean isUnsent() {
    return statement != null && stage == Stage.OPEN;
  }

  boolean isRefuted() {
    return stage == Stage.REFUTED;
  }
}
