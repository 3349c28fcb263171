package io.iamplane.change;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;

/** The settings of the write path. */
@ConfigMapping(prefix = "iam.change")
public interface ChangeConfig {

  /** The most waiting changes of a tenant that share one transaction; 1: none share. */
  @WithDefault("64")
  @Min(1)
  @Max(1_000)
  int groupSize();
}
