package io.iamplane.http.body;

import io.quarkus.runtime.configuration.MemorySize;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;

/**
 * The bound on all bodies, prefix {@code iam.http.body}. The bound on a single body is {@code
 * quarkus.http.limits.max-body-size}.
 */
@ConfigMapping(prefix = "iam.http.body")
public interface BodyConfig {

  /**
   * Memory that all bodies hold at a time. One tenant's clients have an eighth; so have all bodies
   * without a token, and of these one address (IPv6: /64 network) a 256th of all; each at least the
   * largest body.
   */
  @WithDefault("64M")
  MemorySize total();
}
