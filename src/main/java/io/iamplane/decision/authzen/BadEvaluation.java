package io.iamplane.decision.authzen;

/** A request that is none of AuthZEN's; answered 400 with its message. */
final class BadEvaluation extends RuntimeException {

  private static final long serialVersionUID = 1;

  BadEvaluation(String message) {
    super(message, null, false, false);
  }

  String text() {
    return String.valueOf(getMessage());
  }
}
