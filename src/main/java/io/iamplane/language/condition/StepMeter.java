package io.iamplane.language.condition;

/** A budget of steps that the evaluations of many conditions share. Not for several threads. */
public interface StepMeter {

  /** Leaves an evaluation its own bounds. */
  StepMeter UNBOUND =
      new StepMeter() {
        @Override
        public long left() {
          return Long.MAX_VALUE;
        }

        @Override
        public void spend(long steps) {
          // charged to no one
        }
      };

  /** The steps that an evaluation may take, besides its own {@link ConditionLimits#STEPS}. */
  long left();

  /** Takes the steps that an evaluation took, off the budget. */
  void spend(long steps);
}
