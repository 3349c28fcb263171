package io.iamplane.metrics.audit;

import io.iamplane.audit.verification.FindingService;
import io.iamplane.job.JobName;
import io.iamplane.job.JobRuns;
import io.iamplane.job.JobTotals;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.scheduler.Scheduled;
import io.quarkus.scheduler.Scheduled.ConcurrentExecution;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.Comparator;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Publishes the findings of verifications of all chains, by any process. Read now and then and
 * never by a scrape; while the database is away the last known values stay.
 */
@Singleton
class ChainMeters {

  private static final Logger LOG = Logger.getLogger(ChainMeters.class);
  private static final double MILLIS = 1_000.0;

  private final FindingService findings;
  private final JobRuns runs;
  private volatile Known known = new Known(Double.NaN, Double.NaN);

  ChainMeters(FindingService findings, JobRuns runs, MeterRegistry registry) {
    this.findings = findings;
    this.runs = runs;
    Gauge.builder("iam_audit_chain_valid", this, meters -> meters.known.valid())
        .description("1 if all audit chains are intact; 0 if one is not, or if a finding is open")
        .register(registry);
    Gauge.builder("iam_audit_last_verified_timestamp", this, meters -> meters.known.verifiedAt())
        .description("Time of the last verification of all audit chains, in seconds since 1970")
        .register(registry);
  }

  /** NaN where nothing is known. */
  private record Known(double valid, double verifiedAt) {}

  @Scheduled(every = "15s", concurrentExecution = ConcurrentExecution.SKIP)
  void refresh() {
    try {
      Map<JobName, JobTotals> totals = runs.totals();
      known =
          known(
              findings.anyOpen(),
              last(totals, JobTotals::succeededAt),
              last(totals, JobTotals::foundAt));
    } catch (RuntimeException e) {
      LOG.debug("could not read the metrics of audit chains; keeping the last values", e);
    }
  }

  /** For runs that verify all chains, from their checkpoints or from their first records. */
  private static @Nullable Instant last(
      Map<JobName, JobTotals> totals, Function<JobTotals, @Nullable Instant> moment) {
    return Stream.of(JobName.AUDIT_VERIFY, JobName.AUDIT_VERIFY_FULL)
        .map(job -> moment.apply(totals.getOrDefault(job, JobTotals.NONE)))
        .filter(Objects::nonNull)
        .max(Comparator.naturalOrder())
        .orElse(null);
  }

  /** A finding that could not be stored shows in how its run ended. */
  private static Known known(boolean open, @Nullable Instant succeeded, @Nullable Instant found) {
    boolean lastFound = found != null && (succeeded == null || found.isAfter(succeeded));
    Instant last = lastFound ? found : succeeded;
    double verifiedAt = last == null ? Double.NaN : last.toEpochMilli() / MILLIS;
    if (open || lastFound) {
      return new Known(0, verifiedAt);
    }
    return new Known(last == null ? Double.NaN : 1, verifiedAt);
  }
}
