package io.iamplane.grant.activation;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;

/** Settings of activations. */
@ConfigMapping(prefix = "iam.activations")
interface ActivationConfig {

  /** Maximum duration of an activation, and its default. */
  @WithDefault("PT8H")
  Duration maxDuration();
}
