package io.iamplane.cli;

import io.iamplane.job.JobName;
import io.iamplane.job.JobResult;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Supplier;

/** A command that does, and prints, the work of a scheduled job. */
abstract class JobCommand extends JsonCommand implements Callable<Integer> {

  private final JobName job;
  private final Supplier<? extends View> work;
  private final RecordedJobs jobs;
  private final Output output;

  JobCommand(JobName job, Supplier<? extends View> work, RecordedJobs jobs, Output output) {
    this.job = job;
    this.work = work;
    this.jobs = jobs;
    this.output = output;
  }

  /** The output of a job's work with {@code --json}. */
  interface View {

    List<String> lines();

    JobResult result();
  }

  @Override
  public Integer call() {
    return jobs.run(job, this::printed, View::result).result().exitCode();
  }

  private View printed() {
    View done = work.get();
    output.print(json, done, done.lines());
    return done;
  }
}
