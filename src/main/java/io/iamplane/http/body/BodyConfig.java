package io.iamplane.http.body;

import io.quarkus.runtime.configuration.MemorySize;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;

/**
 * Bounds on bodies, prefix {@code iam.http.body}. The bound on a single body is {@code
 * quarkus.http.limits.max-body-size}.
 */
@ConfigMapping(prefix = "iam.http.body")
public interface BodyConfig {

  /** The largest body where no token is required, such as the token endpoint's forms. */
  @WithDefault("64K")
  MemorySize maxOpen();

  /** Memory that all bodies hold at a time. */
  @WithDefault("64M")
  MemorySize total();

  /** The part of {@link #total} for bodies of one tenant's clients; a quarter at most. */
  @WithDefault("8M")
  MemorySize perTenant();

  /** The part of {@link #total} reserved for bodies without a token; they get no more. */
  @WithDefault("8M")
  MemorySize anonymous();

  /** The part of {@link #anonymous} for bodies of one address (IPv6: /64 network). */
  @WithDefault("256K")
  MemorySize perNetwork();

  /** Maximum time of a body, from the start of reading to its last byte. */
  @WithDefault("15S")
  Duration deadline();

  /** Minimum rate of a body per second, after {@link #grace}. */
  @WithDefault("1K")
  MemorySize leastRate();

  /** Time in which a sender may be slower, and maximum time to read the rest of a refused body. */
  @WithDefault("2S")
  Duration grace();
}
