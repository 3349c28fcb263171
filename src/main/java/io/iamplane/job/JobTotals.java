package io.iamplane.job;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What the runs of a job add up to, in servers and as commands together.
 *
 * @param failures runs that failed or were interrupted, ever
 * @param duration how long the last one took that ended; null before the first
 * @param succeededAt when the last one ended that was done (exit code 0)
 * @param foundAt when the last one ended that found what it looks for (exit code 1)
 */
public record JobTotals(
    long failures,
    @Nullable Duration duration,
    @Nullable Instant succeededAt,
    @Nullable Instant foundAt) {

  /** Of a job that never ran. */
  public static final JobTotals NONE = new JobTotals(0, null, null, null);
}
