package io.iamplane.decision.log;

/** Writes nothing: for installations without a log, and to measure the cost of one. */
final class DiscardingSink implements DecisionSink {

  @Override
  public void write(Flush flush) {}

  @Override
  public boolean isKept() {
    return false;
  }
}
