package io.iamplane.database;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import jakarta.validation.constraints.Min;

/** The division of the connections to the database. */
@ConfigMapping(prefix = "iam.database")
public interface PoolConfig {

  /** The number of requests that wait in memory altogether. */
  @WithDefault("100")
  @Min(0)
  int waiting();
}
