package io.iamplane.grant.activation;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;

/** Settings of activations. */
@ConfigMapping(prefix = "iam.activations")
interface ActivationConfig {

  /** How long an activation lasts at most, and when no duration is asked for. */
  @WithDefault("PT8H")
  Duration maxDuration();
}
