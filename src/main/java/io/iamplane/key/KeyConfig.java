package io.iamplane.key;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMax;
import org.hibernate.validator.constraints.time.DurationMin;

/** How the process keeps up with the keys in the database. */
@ConfigMapping(prefix = "iam.keys")
public interface KeyConfig {

  /** Keys older than this in memory are read again when next used; 1 s to 5 min. */
  @WithDefault("30s")
  @DurationMin(seconds = 1)
  @DurationMax(minutes = 5)
  Duration refreshInterval();

  /** An unknown key or a failed read is tried again after this; 100 ms to 1 min. */
  @WithDefault("2s")
  @DurationMin(millis = 100)
  @DurationMax(minutes = 1)
  Duration retryInterval();

  /** How long a caller waits for another's read of the keys; 100 ms to 10 s. */
  @WithDefault("3s")
  @DurationMin(millis = 100)
  @DurationMax(seconds = 10)
  Duration loadDeadline();
}
