package io.iamplane.token;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMax;
import org.hibernate.validator.constraints.time.DurationMin;

/** Times of access tokens. */
@ConfigMapping(prefix = "iam.token")
public interface TokenConfig {

  /** The upper bound of {@link #lifetime()}, enforced for every token. */
  Duration MAX_LIFETIME = Duration.ofHours(1);

  /**
   * The tolerance for another replica's clock ahead of ours; a replica that is further from the
   * database's clock than this denies everything. Never lengthens a token's life.
   */
  Duration CLOCK_SKEW = Duration.ofSeconds(5);

  /** The lifetime of a token; 1 min to 1 h. */
  @WithDefault("900s")
  @DurationMin(minutes = 1)
  @DurationMax(hours = 1)
  Duration lifetime();
}
