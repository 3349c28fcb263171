package io.iamplane.governance.simulation.probe;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;

/** Settings of probes. */
@ConfigMapping(prefix = "iam.probe")
public interface ProbeConfig {

  /** Maximum number of probes that an organization may save; 1 to 10,000. */
  @WithDefault("1000")
  @Min(1)
  @Max(10_000)
  int maxPerOrganization();
}
