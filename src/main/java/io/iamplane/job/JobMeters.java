package io.iamplane.job;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.scheduler.Scheduled;
import io.quarkus.scheduler.Scheduled.ConcurrentExecution;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Publishes totals of the runs of jobs, on any host: a CronJob's process ends before a scrape of
 * its metrics. Reads a row for each job, at intervals and never by a scrape; while the database is
 * unavailable the last known values stay.
 */
@Singleton
class JobMeters {

  private static final Logger LOG = Logger.getLogger(JobMeters.class);
  private static final double MILLIS = 1_000.0;
  private static final String JOB = "job";

  private final JobRuns runs;
  private final MeterRegistry registry;
  private volatile Map<JobName, JobTotals> known = Map.of();

  JobMeters(JobRuns runs, MeterRegistry registry) {
    this.runs = runs;
    this.registry = registry;
  }

  @Scheduled(every = "15s", concurrentExecution = ConcurrentExecution.SKIP)
  void refresh() {
    try {
      boolean first = known.isEmpty();
      known = runs.totals();
      if (first) {
        // Not before: a counter that began at 0 would read as if all failures were new.
        known.keySet().forEach(this::register);
      }
    } catch (RuntimeException e) {
      LOG.debug("could not read the job metrics; keeping the last known values", e);
    }
  }

  private void register(JobName job) {
    gauge(
        job,
        "iam_job_last_success_timestamp",
        "Time when a run of the job last ended with exit code 0, in seconds since 1970",
        totals -> seconds(totals.succeededAt()));
    gauge(
        job,
        "iam_job_duration_seconds",
        "Duration of the last run of the job",
        totals -> seconds(totals.duration()));
    FunctionCounter.builder("iam_job_failures", this, meters -> meters.of(job).failures())
        .description("Failed or interrupted runs of the job, scheduled or started as a command")
        .tag(JOB, job.command())
        .register(registry);
  }

  private void gauge(
      JobName job, String name, String description, ToDoubleFunction<JobTotals> value) {
    Gauge.builder(name, this, meters -> value.applyAsDouble(meters.of(job)))
        .description(description)
        .tag(JOB, job.command())
        .register(registry);
  }

  private JobTotals of(JobName job) {
    return known.getOrDefault(job, JobTotals.NONE);
  }

  private static double seconds(@Nullable Instant moment) {
    return moment == null ? Double.NaN : moment.toEpochMilli() / MILLIS;
  }

  private static double seconds(@Nullable Duration duration) {
    return duration == null ? Double.NaN : duration.toMillis() / MILLIS;
  }
}
