package io.iamplane.http.limit;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;

/** Limits on concurrent operations with a cost that follows the size of a tenant. */
@ConfigMapping(prefix = "iam.bulk")
public interface BulkConfig {

  /**
   * Maximum number of concurrent previews, simulations, diffs, catalogs, effective permissions,
   * verifications and exports of one tenant; more are refused with 429.
   */
  @WithDefault("2")
  @Min(1)
  @Max(100)
  int perTenant();

  /** The same, of all tenants: half of the connections, a fraction of the worker threads. */
  @WithDefault("8")
  @Min(1)
  @Max(1_000)
  int inAll();
}
