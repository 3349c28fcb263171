package io.iamplane.http.connection;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import jakarta.validation.constraints.Min;
import java.time.Duration;

/** Bounds on connections to the API's ports, prefix {@code iam.http.connections}. */
@ConfigMapping(prefix = "iam.http.connections")
public interface ConnectionConfig {

  /**
   * How many connections are open at a time. An idle one holds some 15 KB: this many stay below an
   * eighth of 1 GB.
   */
  @WithDefault("8192")
  @Min(1)
  int max();

  /**
   * How many of them are one address's (IPv6: /64 network); trusted proxies, which bring others'
   * requests, have no such bound.
   */
  @WithDefault("1024")
  @Min(1)
  int perAddress();

  /**
   * How long a head may take: from the opening of the connection, or from the first byte after a
   * request, to its end; TLS handshakes included.
   */
  @WithDefault("10S")
  Duration headTime();

  /**
   * How long a connection may be without a request. Longer than the 60 s after which usual
   * balancers close by themselves.
   */
  @WithDefault("75S")
  Duration idleTime();

  /** How long a client may read nothing while answers wait to be sent. */
  @WithDefault("10S")
  Duration unreadTime();

  /** How long connections may idle while more than three quarters of all places are taken. */
  @WithDefault("3S")
  Duration crowdedTime();
}
