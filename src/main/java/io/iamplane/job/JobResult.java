package io.iamplane.job;

/**
 * What came of a run.
 *
 * @param exitCode as the command of the same name ends: 0 done, 1 the finding that it looks for, 2
 *     wrong settings, 3 a dependency was unavailable
 * @param detail one line for operators, without personal data; what is longer is cut
 */
public record JobResult(int exitCode, String detail) {

  private static final int LONGEST = 200;
  private static final int UNAVAILABLE = 3;

  public JobResult {
    String line = detail.lines().findFirst().orElse("").strip();
    detail = line.length() > LONGEST ? line.substring(0, LONGEST) : line;
  }

  /** Of a run that could not do its work. */
  static JobResult failed(String detail) {
    return new JobResult(UNAVAILABLE, detail);
  }

  public JobOutcome outcome() {
    return JobOutcome.of(exitCode);
  }
}
