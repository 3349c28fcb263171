package io.iamplane.language.condition;

import io.iamplane.language.condition.Source.Place;

/**
 * An evaluation error as a value, made once when the condition is compiled, so that failing costs
 * nothing at run time. It passes through operators where a value would.
 */
record Failure(Place place, String reason) {

  public String text() {
    return place + ": " + reason;
  }

  public static Failure exhausted(Place place) {
    return new Failure(
        place, "the evaluation takes more than %d steps".formatted(ConditionLimits.STEPS));
  }
}
