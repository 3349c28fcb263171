package io.iamplane.job;

/**
 * @param exitCode of the command of the same name: 0 done, 1 done with a finding, 2 wrong settings,
 *     3 a dependency was unavailable
 * @param detail one line for operators, without personal data; a longer one is cut
 */
public record JobResult(int exitCode, String detail) {

  private static final int LONGEST = 200;
  private static final int UNAVAILABLE = 3;

  public JobResult {
    String line = detail.lines().findFirst().orElse("").strip();
    detail = line.length() > LONGEST ? line.substring(0, LONGEST) : line;
  }

  static JobResult failed(String detail) {
    return new JobResult(UNAVAILABLE, detail);
  }

  public JobOutcome outcome() {
    return switch (exitCode) {
      case 0 -> JobOutcome.DONE;
      case 1 -> JobOutcome.FINDING;
      default -> JobOutcome.FAILED;
    };
  }
}
