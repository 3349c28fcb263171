package io.iamplane.cli;

import io.iamplane.job.JobName;
import io.iamplane.job.JobResult;
import io.iamplane.job.JobRun;
import io.iamplane.job.JobRunner;
import io.iamplane.job.JobRuns;
import io.iamplane.shared.trace.Span;
import io.iamplane.shared.trace.SpanAttribute;
import io.iamplane.shared.trace.SpanName;
import io.iamplane.shared.trace.Tracer;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;

/** Keeps that a command ran which is a scheduled job: nothing else sees a CronJob's end. */
@Singleton
class RecordedJobs {

  private final JobRuns runs;
  private final Tracer tracer;

  RecordedJobs(JobRuns runs, Tracer tracer) {
    this.runs = runs;
    this.tracer = tracer;
  }

  /**
   * Does a command's work and records its outcome; if the work fails, ends with the recorded code.
   */
  <T> T run(JobName job, Supplier<T> work, Function<T, JobResult> result) {
    try (Span span = tracer.start(SpanName.JOB)) {
      span.attribute(SpanAttribute.TASK, job.command());
      JobRun run = runs.begin(job, JobRunner.COMMAND, null);
      T done;
      try {
        done = work.get();
      } catch (RuntimeException e) {
        Failures.Failure failure = Failures.of(e);
        end(run, new JobResult(failure.exitCode(), failure.line()), span);
        throw CommandException.ended(failure.exitCode(), List.of(failure.line()));
      }
      end(run, result.apply(done), span);
      return done;
    }
  }

  private void end(JobRun run, JobResult result, Span span) {
    runs.end(run, result);
    span.attribute(SpanAttribute.OUTCOME, result.outcome().wire());
  }
}
