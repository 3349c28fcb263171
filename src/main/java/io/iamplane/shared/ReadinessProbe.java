package io.iamplane.shared;

/**
 * Checks a dependency that the service cannot work without. Every feature contributes its own as a
 * bean; {@code /ready} is 200 if all of them are ready.
 *
 * <p>Runs on a thread of its own, never on the event loop, at most once at a time and at most once
 * a second. It has one second to answer; a later answer is ignored, but a probe that still runs
 * keeps the next run from starting, so that a hung dependency holds a single thread.
 */
public interface ReadinessProbe {

  /** A short name for the operator, such as {@code database}. */
  String name();

  /** Returns true if it is available now. An exception means no, and is logged. */
  boolean ready();
}
