package io.iamplane.http.connection;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import jakarta.validation.constraints.Min;
import java.time.Duration;

/** Bounds on connections to the API's ports, prefix {@code iam.http.connections}. */
@ConfigMapping(prefix = "iam.http.connections")
public interface ConnectionConfig {

  /** Open at a time. An idle one holds some 15 KB: this many stay below an eighth of 1 GB. */
  @WithDefault("8192")
  @Min(1)
  int max();

  /** Of one address (IPv6: /64 network); trusted proxies, which bring others' requests, apart. */
  @WithDefault("1024")
  @Min(1)
  int perAddress();

  /**
   * From the opening, or from the first byte after a request, to the end of the next head; TLS
   * handshakes included.
   */
  @WithDefault("10S")
  Duration headTime();

  /** Without a request. Longer than the 60 s after which usual balancers close by themselves. */
  @WithDefault("75S")
  Duration idleTime();

  /** Without reading on, while answers wait to be sent. */
  @WithDefault("10S")
  Duration unreadTime();

  /** Takes the place of longer times while more than three quarters of all places are taken. */
  @WithDefault("3S")
  Duration crowdedTime();
}
