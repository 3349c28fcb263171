package io.iamplane.cli;

import io.iamplane.job.JobName;
import io.iamplane.job.JobResult;
import io.iamplane.job.JobRun;
import io.iamplane.job.JobRunner;
import io.iamplane.job.JobRuns;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;

/** Keeps that a command ran which is a scheduled job: nothing else sees a CronJob's end. */
@Singleton
class RecordedJobs {

  private final JobRuns runs;

  RecordedJobs(JobRuns runs) {
    this.runs = runs;
  }

  /**
   * Does a command's work, and keeps how it ended.
   *
   * @param result how the command ends with what the work returns
   * @throws CommandException where the work fails, with the code that is kept
   */
  <T> T run(JobName job, Supplier<T> work, Function<T, JobResult> result) {
    JobRun run = runs.begin(job, JobRunner.COMMAND, null);
    T done;
    try {
      done = work.get();
    } catch (RuntimeException e) {
      Failures.Failure failure = Failures.of(e);
      runs.end(run, new JobResult(failure.exitCode(), failure.line()));
      throw CommandException.ended(failure.exitCode(), List.of(failure.line()));
    }
    runs.end(run, result.apply(done));
    return done;
  }
}
