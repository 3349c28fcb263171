package io.iamplane.cli;

import io.iamplane.job.JobName;
import io.iamplane.job.JobResult;
import java.util.List;
import java.util.function.Supplier;

/** A command that does, and prints, the work of a scheduled job. */
abstract class JobCommand extends JsonCommand {

  private final JobName job;
  private final Supplier<? extends View> work;
  private final RecordedJobs jobs;

  JobCommand(JobName job, Supplier<? extends View> work, RecordedJobs jobs, Output output) {
    super(output);
    this.job = job;
    this.work = work;
    this.jobs = jobs;
  }

  /** The output of a job's work with {@code --json}. */
  interface View {

    List<String> lines();

    /** Counts the parts of the work that failed, whatever the others did. */
    default int failed() {
      return 0;
    }

    default JobResult result() {
      return new JobResult(
          failed() == 0 ? ExitCode.DONE : ExitCode.UNAVAILABLE, lines().getFirst());
    }
  }

  @Override
  public Integer call() {
    return jobs.run(job, this::printed, View::result).result().exitCode();
  }

  private View printed() {
    View done = work.get();
    print(done, done.lines());
    return done;
  }
}
