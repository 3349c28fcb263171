package io.iamplane.decision.log;

/** Writes nothing: for who needs no log, and to measure what one costs. */
final class DiscardingSink implements DecisionSink {

  @Override
  public void write(Flush flush) {
    // Nothing is kept.
  }

  @Override
  public Form form() {
    return Form.NOTHING;
  }
}
