package io.iamplane.governance.simulation;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
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

  /** Maximum number of recorded decisions that a simulation reads; 1,000 to 100,000,000. */
  @WithDefault("1000000")
  @Min(1_000)
  @Max(100_000_000)
  long maxDecisions();

  /** Maximum number of concurrent simulations on this replica, one of each tenant; 1 to 100. */
  @WithDefault("4")
  @Min(1)
  @Max(100)
  int inAll();
}
