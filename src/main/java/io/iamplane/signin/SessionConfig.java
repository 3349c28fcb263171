package io.iamplane.signin;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMax;
import org.hibernate.validator.constraints.time.DurationMin;

/** Limits of sign-in sessions. */
@ConfigMapping(prefix = "iam.session")
public interface SessionConfig {

  /** The upper bound of {@link #absoluteLimit()}. */
  Duration MOST = Duration.ofHours(24);

  /** The lifetime of a session without use: the time since an application last requested a code. */
  @WithDefault("30m")
  @DurationMin(minutes = 1)
  @DurationMax(hours = 2)
  Duration idleLimit();

  /** The maximum lifetime of a session, even if it is used. */
  @WithDefault("12h")
  @DurationMin(minutes = 5)
  @DurationMax(hours = 24)
  Duration absoluteLimit();
}
