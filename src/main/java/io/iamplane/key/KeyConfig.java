package io.iamplane.key;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMax;
import org.hibernate.validator.constraints.time.DurationMin;

/** Renewal of the keys in memory, and life of the keys. */
@ConfigMapping(prefix = "iam.keys")
public interface KeyConfig {

  /**
   * Interval between comparisons of the keys in memory with the database, so that a revoked one
   * ends on every replica; 100 ms to 1 s.
   */
  @WithDefault("250ms")
  @DurationMin(millis = 100)
  @DurationMax(seconds = 1)
  Duration refreshInterval();

  /**
   * Maximum age of the keys in memory without the database's confirmation; 1 s to 10 s. After that
   * every token is refused.
   */
  @WithDefault("2s")
  @DurationMin(seconds = 1)
  @DurationMax(seconds = 10)
  Duration maxStaleness();

  /** An unknown key or a failed read is tried again after this; 100 ms to 1 min. */
  @WithDefault("2s")
  @DurationMin(millis = 100)
  @DurationMax(minutes = 1)
  Duration retryInterval();

  /** Maximum time that a caller waits for another's read of the keys; 100 ms to 10 s. */
  @WithDefault("3s")
  @DurationMin(millis = 100)
  @DurationMax(seconds = 10)
  Duration loadDeadline();

  /** Time for which a key signs before the schedule replaces it; 1 to 365 days. */
  @WithDefault("90d")
  @DurationMin(days = 1)
  @DurationMax(days = 365)
  Duration rotationInterval();

  /**
   * Time for which a key verifies after another took its place; 62 minutes, which is more than the
   * longest token and the clocks of replicas take, to 30 days.
   */
  @WithDefault("2h")
  @DurationMin(minutes = 62)
  @DurationMax(days = 30)
  Duration overlap();
}
