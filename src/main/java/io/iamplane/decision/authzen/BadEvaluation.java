package io.iamplane.decision.authzen;

/** An invalid AuthZEN request; answered 400 with its message. */
final class BadEvaluation extends RuntimeException {

  private static final long serialVersionUID = 1;

  BadEvaluation(String message) {
    super(message, null, false, false);
  }

  String text() {
    return String.valueOf(getMessage());
  }
}
