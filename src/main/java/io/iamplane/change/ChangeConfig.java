package io.iamplane.change;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;

/** The settings of the write path. */
@ConfigMapping(prefix = "iam.change")
public interface ChangeConfig {

  /** The highest number of changes of a tenant in one transaction; 1: each has its own. */
  @WithDefault("64")
  @Min(1)
  @Max(1_000)
  int groupSize();
}
