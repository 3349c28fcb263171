package io.iamplane.http.connection;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import jakarta.validation.constraints.Min;
import java.time.Duration;

/** Bounds on connections to the API's ports, prefix {@code iam.http.connections}. */
@ConfigMapping(prefix = "iam.http.connections")
public interface ConnectionConfig {

  /**
   * Maximum number of open connections. An idle one holds about 15 KB: this many stay below an
   * eighth of 1 GB.
   */
  @WithDefault("8192")
  @Min(1)
  int max();

  /**
   * Maximum number of connections of one address (IPv6: /64 network); unlimited for trusted
   * proxies, which forward requests of many clients.
   */
  @WithDefault("1024")
  @Min(1)
  int perAddress();

  /**
   * Maximum time of a connection without a request. Longer than the 60 s after which usual
   * balancers close by themselves.
   */
  @WithDefault("75S")
  Duration idleTime();
}
