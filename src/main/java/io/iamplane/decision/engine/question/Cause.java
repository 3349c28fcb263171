package io.iamplane.decision.engine.question;

/** What decided, before anyone asks for it in words. */
@FunctionalInterface
public interface Cause {

  /** The grant or relation in words; made on demand, since most callers never ask. */
  Match match();
}
