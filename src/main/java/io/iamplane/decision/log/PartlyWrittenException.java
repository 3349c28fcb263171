package io.iamplane.decision.log;

/** A part of a flush is written, and the rest is not: the sink is slow, and not away. */
final class PartlyWrittenException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  PartlyWrittenException(RuntimeException cause) {
    super(cause.getMessage(), cause);
  }
}
