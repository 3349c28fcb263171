package io.iamplane.job;

import io.iamplane.job.JobTurns.Turn;
import io.iamplane.shared.trace.Span;
import io.iamplane.shared.trace.SpanAttribute;
import io.iamplane.shared.trace.SpanName;
import io.iamplane.shared.trace.Tracer;
import io.quarkus.arc.All;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.scheduler.Scheduled;
import io.quarkus.scheduler.Scheduled.ConcurrentExecution;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import org.jboss.logging.Logger;

/**
 * Finds due jobs, and runs those with a turn for this server. Between two ticks it does not query
 * the database. A tick missed for lack of a server is made up for once.
 */
@Singleton
class JobScheduler {

  private static final Logger LOG = Logger.getLogger(JobScheduler.class);

  /** The pause after a failure: its cause may last for a while. */
  private static final Duration REST = Duration.ofMinutes(5);

  private final List<DueJob> jobs;
  private final JobTurns turns;
  private final JobRuns runs;
  private final Clock clock;
  private final Tracer tracer;
  private final Executor threads;
  private volatile boolean stopping;
  private boolean failing;

  /** A thread for each job: one that reads for hours must not hold up the others. */
  @Inject
  JobScheduler(
      @All List<Job> jobs,
      Schedules schedules,
      JobTurns turns,
      JobRuns runs,
      Clock clock,
      Tracer tracer) {
    this(
        DueJob.all(jobs, schedules),
        turns,
        runs,
        clock,
        tracer,
        Executors.newCachedThreadPool(Thread.ofPlatform().daemon().name("iam-job-", 0).factory()));
  }

  JobScheduler(
      List<DueJob> jobs,
      JobTurns turns,
      JobRuns runs,
      Clock clock,
      Tracer tracer,
      Executor threads) {
    this.jobs = jobs;
    this.turns = turns;
    this.runs = runs;
    this.clock = clock;
    this.tracer = tracer;
    this.threads = threads;
  }

  @Scheduled(every = "5s", concurrentExecution = ConcurrentExecution.SKIP)
  void look() {
    try {
      for (DueJob job : jobs) {
        look(job);
      }
      failing = false;
    } catch (RuntimeException e) {
      if (!failing) {
        LOG.warnf(
            "could not read from the database which jobs are due: %s; will retry", e.getMessage());
      }
      failing = true;
    }
  }

  private void look(DueJob job) {
    if (stopping) {
      return;
    }
    if (job.isRunning()) {
      turns.keep(job.name());
      return;
    }
    Instant tick = job.due(clock.instant()).orElse(null);
    if (tick == null) {
      return;
    }
    Turn turn = turns.take(job.name(), tick);
    if (turn == Turn.DONE) {
      job.done(tick);
    } else if (turn == Turn.TAKEN) {
      begin(job, tick);
    }
  }

  private void begin(DueJob job, Instant tick) {
    job.begin();
    try {
      threads.execute(() -> run(job, tick));
    } catch (RuntimeException | Error e) {
      // Without a thread nothing else would end the job here, and its turn would be kept forever.
      job.end();
      giveBack(job);
      throw e;
    }
  }

  private void run(DueJob job, Instant tick) {
    try {
      JobRun run = runs.begin(job.name(), JobRunner.SERVER, tick);
      JobResult result = traced(job);
      runs.end(run, result);
      if (result.outcome() == JobOutcome.FAILED) {
        turns.giveBack(job.name(), rest(run));
      } else {
        turns.done(job.name(), tick);
      }
    } catch (RuntimeException e) {
      // The turn ends by itself.
      LOG.warnf(
          "could not end the turn of %s: %s; the job will run again",
          job.name().command(), e.getMessage());
    } finally {
      job.end();
    }
  }

  private JobResult traced(DueJob job) {
    try (Span span = tracer.start(SpanName.JOB)) {
      span.attribute(SpanAttribute.TASK, job.name().command());
      JobResult result = job.run();
      span.attribute(SpanAttribute.OUTCOME, result.outcome().wire());
      return result;
    }
  }

  /** Returns a pause in proportion, so that a long job that fails does not run all the time. */
  private Duration rest(JobRun run) {
    Duration took = Duration.between(run.startedAt(), clock.instant());
    return took.compareTo(REST) > 0 ? took : REST;
  }

  /** Another server goes on at once, and need not wait until the turn ends by itself. */
  void stop(@Observes ShutdownEvent event) {
    stopping = true;
    for (DueJob job : jobs) {
      if (job.isRunning()) {
        giveBack(job);
      }
    }
  }

  private void giveBack(DueJob job) {
    try {
      turns.giveBack(job.name(), Duration.ZERO);
    } catch (RuntimeException e) {
      LOG.debugf(e, "could not release the turn of %s; it will expire", job.name().command());
    }
  }
}
