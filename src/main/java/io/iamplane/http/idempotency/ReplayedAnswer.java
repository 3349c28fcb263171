package io.iamplane.http.idempotency;

/** Leaves the operation's method with the answer of an earlier, equal request. */
final class ReplayedAnswer extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final transient IdempotentAnswer answer;

  ReplayedAnswer(IdempotentAnswer answer) {
    super("replayed", null, false, false);
    this.answer = answer;
  }

  IdempotentAnswer answer() {
    return answer;
  }
}
