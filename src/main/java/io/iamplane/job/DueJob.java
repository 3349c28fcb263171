package io.iamplane.job;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/** A job with its schedule, as one server knows it. */
final class DueJob {

  private static final Logger LOG = Logger.getLogger(DueJob.class);

  private final Job job;
  private final Schedule schedule;
  private volatile boolean running;

  /** The last tick that is known to be done; read and written by the scheduler's look alone. */
  private @Nullable Instant done;

  DueJob(Job job, Schedule schedule) {
    this.job = job;
    this.schedule = schedule;
  }

  static List<DueJob> all(List<Job> jobs, Schedules schedules) {
    return jobs.stream().map(job -> new DueJob(job, schedules.of(job.name()))).toList();
  }

  JobName name() {
    return job.name();
  }

  /** The tick that is to be done; empty while none is, as far as this server knows. */
  Optional<Instant> due(Instant now) {
    Instant known = done;
    return schedule.last(now).filter(tick -> known == null || known.isBefore(tick));
  }

  void done(Instant tick) {
    done = tick;
  }

  boolean isRunning() {
    return running;
  }

  void begin() {
    running = true;
  }

  void end() {
    running = false;
  }

  /** Does the work, and logs the result. */
  JobResult run() {
    JobResult result;
    try {
      result = job.run();
    } catch (RuntimeException e) {
      LOG.errorf(e, "%s failed", name().command());
      return JobResult.failed("failed unexpectedly; see the server log");
    }
    Logger.Level level =
        switch (result.outcome()) {
          case DONE -> Logger.Level.INFO;
          case FINDING -> Logger.Level.ERROR;
          case FAILED, INTERRUPTED -> Logger.Level.WARN;
        };
    LOG.logf(level, "%s: %s", name().command(), result.detail());
    return result;
  }
}
