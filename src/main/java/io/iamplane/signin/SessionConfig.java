package io.iamplane.signin;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMax;
import org.hibernate.validator.constraints.time.DurationMin;

/** How long people stay signed in. */
@ConfigMapping(prefix = "iam.session")
public interface SessionConfig {

  /** How long a session lasts without use: since an application last asked for a code. */
  @WithDefault("30m")
  @DurationMin(minutes = 1)
  @DurationMax(hours = 2)
  Duration idleLimit();

  /** How long a session lasts at most, whatever its use. */
  @WithDefault("12h")
  @DurationMin(minutes = 5)
  @DurationMax(hours = 24)
  Duration absoluteLimit();
}
