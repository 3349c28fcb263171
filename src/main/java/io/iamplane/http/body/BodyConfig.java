package io.iamplane.http.body;

import io.quarkus.runtime.configuration.MemorySize;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;

/**
 * Bounds on bodies, prefix {@code iam.http.body}. What one body may have at most is {@code
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

  /** Of {@link #total}, what the bodies of one tenant's clients hold; a quarter at most. */
  @WithDefault("8M")
  MemorySize perTenant();

  /**
   * Of {@link #total}, what is set apart for bodies that come without a token; they get no more.
   */
  @WithDefault("8M")
  MemorySize anonymous();

  /** Of {@link #anonymous}, what the bodies of one address hold (IPv6: /64 network). */
  @WithDefault("256K")
  MemorySize perNetwork();

  /** How long a body may take, from the first look at it to its last byte. */
  @WithDefault("15S")
  Duration deadline();

  /** How much of a body must arrive in a second, once {@link #grace} is over. */
  @WithDefault("1K")
  MemorySize leastRate();

  /** How long a sender may be slower, and how long the rest of a refused body is read. */
  @WithDefault("2S")
  Duration grace();
}
