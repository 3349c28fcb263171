package io.iamplane.cli;

/** The exit codes of commands, for scripts and CronJobs; the numbers are stable. */
public final class ExitCode {

  public static final int DONE = 0;

  /** The finding that the command looks for, or the refusal of the requested change. */
  public static final int FINDING = 1;

  /** Wrong usage: arguments or settings. */
  public static final int USAGE = 2;

  /** A dependency was away, or something unforeseen: the answer is unknown. */
  public static final int UNAVAILABLE = 3;

  private ExitCode() {}
}
