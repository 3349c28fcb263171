package io.iamplane.job;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The totals of the runs of a job, in servers and as commands together.
 *
 * @param failures runs that failed or were interrupted, ever
 * @param duration of the last run that ended; null before the first
 * @param succeededAt the end of the last run with exit code 0
 * @param foundAt the end of the last run with a finding (exit code 1)
 */
public record JobTotals(
    long failures,
    @Nullable Duration duration,
    @Nullable Instant succeededAt,
    @Nullable Instant foundAt) {

  /** The totals of a job that never ran. */
  public static final JobTotals NONE = new JobTotals(0, null, null, null);
}
