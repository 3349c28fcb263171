package io.iamplane.job;

/**
 * A server's scheduled work, on one server at a time. A run may be the second for the same tick,
 * may have another beside it (a command, or a server that was frozen), and may be killed at any
 * point: none of these may make its result wrong.
 */
public interface Job {

  JobName name();

  /**
   * Does the work, of any duration, on a thread of its own.
   *
   * @return the exit code of the command of the same name; an exception counts as exit code 3
   */
  JobResult run();
}
