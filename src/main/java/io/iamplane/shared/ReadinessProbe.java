package io.iamplane.shared;

/**
 * Checks a dependency that the service cannot work without. Every feature contributes its own as a
 * bean; {@code /ready} is 200 when all of them say yes.
 *
 * <p>Runs on a thread of its own, never on the event loop, at most once at a time and at most once
 * a second. It has one second to answer; what it does after that is not waited for, but keeps the
 * next run from starting, so that a hung dependency holds one thread and no more.
 */
public interface ReadinessProbe {

  /** A short name for the operator, such as {@code database}. */
  String name();

  /** Whether it is there now. An exception means no, and its text goes to the log only. */
  boolean ready();
}
