package io.iamplane.cli;

import io.iamplane.job.JobResult;
import java.util.function.Supplier;

/** A command's work without the command: it ends with the code that the command would have. */
final class ScheduledWork {

  private ScheduledWork() {}

  static JobResult run(Supplier<JobResult> work) {
    try {
      return work.get();
    } catch (RuntimeException e) {
      CommandException failure = AuditFailures.of(e);
      return new JobResult(failure.exitCode(), String.valueOf(failure.getMessage()));
    }
  }
}
