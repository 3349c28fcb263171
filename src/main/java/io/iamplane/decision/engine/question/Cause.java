package io.iamplane.decision.engine.question;

/** The deciding fact, not yet in words. */
@FunctionalInterface
public interface Cause {

  /** The grant or relation in words; made on demand, since most callers never ask. */
  Match match();
}
