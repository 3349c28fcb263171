package io.iamplane.decision.log;

/** Writes nothing: for who needs no log, and to measure what one costs. */
final class DiscardingSink implements DecisionSink {

  @Override
  public boolean write(Flush flush) {
    return true;
  }

  @Override
  public Form form() {
    return Form.NOTHING;
  }
}
