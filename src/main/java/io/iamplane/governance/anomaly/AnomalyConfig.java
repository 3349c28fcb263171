package io.iamplane.governance.anomaly;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;

/** Settings of anomaly signals. */
@ConfigMapping(prefix = "iam.anomalies")
interface AnomalyConfig {

  /** Maximum number of signals of a day that become alerts of an organization; 1 to 1000. */
  @WithDefault("10")
  @Min(1)
  @Max(1000)
  int alertsPerDay();
}
