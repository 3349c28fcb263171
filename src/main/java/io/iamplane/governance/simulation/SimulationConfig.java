package io.iamplane.governance.simulation;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMax;
import org.hibernate.validator.constraints.time.DurationMin;

/** Settings of simulations. */
@ConfigMapping(prefix = "iam.simulation")
public interface SimulationConfig {

  /**
   * Time limit of a simulation; after it, the answer covers the decisions read so far, and says so;
   * 100 ms to 10 min.
   */
  @WithDefault("60s")
  @DurationMin(millis = 100)
  @DurationMax(minutes = 10)
  Duration deadline();
}
