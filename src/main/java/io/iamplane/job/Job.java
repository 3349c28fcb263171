package io.iamplane.job;

/**
 * What a server does by a schedule, one server at a time. A run may be the second for the same
 * moment, may have another beside it (a command, or a server that was frozen), and may be killed at
 * any point: none of these may make its result wrong.
 */
public interface Job {

  JobName name();

  /**
   * Does the work, however long it takes, on a thread of its own.
   *
   * @return how the command of the same name would end; what is thrown counts as exit code 3
   */
  JobResult run();
}
