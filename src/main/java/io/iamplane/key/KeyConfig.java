package io.iamplane.key;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMax;
import org.hibernate.validator.constraints.time.DurationMin;

/** Life of the keys, and renewal of those in memory. */
@ConfigMapping(prefix = "iam.keys")
public interface KeyConfig {

  /**
   * Interval between comparisons of the keys in memory with the database, so that a revoked one
   * ends on every replica within a second; a comparison is one small query.
   */
  Duration REFRESH_INTERVAL = Duration.ofMillis(250);

  /**
   * Maximum age of the keys in memory without the database's confirmation. After that every token
   * is refused: a key revoked during an outage counts no longer than a right does.
   */
  Duration MAX_STALENESS = Duration.ofSeconds(2);

  /** An unknown key or a failed read is tried again after this, so that forgeries cost no reads. */
  Duration RETRY_INTERVAL = Duration.ofSeconds(2);

  /**
   * Maximum time that a caller waits for another's read of the keys: longer than a read waits for a
   * connection.
   */
  Duration LOAD_DEADLINE = Duration.ofSeconds(3);

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
