package io.iamplane.decision.engine.question;

/** The deciding fact, not yet in words. */
@FunctionalInterface
public interface Cause {

  /** Made on demand, since most callers never ask. */
  Match match();
}
