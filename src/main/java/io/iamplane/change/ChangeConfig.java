package io.iamplane.change;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;

/** How changes are written. */
@ConfigMapping(prefix = "iam.change")
public interface ChangeConfig {

  /** How many waiting changes of a tenant one transaction takes along; 1: each has its own. */
  @WithDefault("64")
  @Min(1)
  @Max(1_000)
  int groupSize();
}
