package io.iamplane.decision;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;

/** Settings of stronger authentication for the control plane's own operations. */
@ConfigMapping(prefix = "iam.step-up")
interface StepUpConfig {

  /**
   * True if people need a sign-in of level aal2 for {@code iam:keys.manage}, {@code
   * iam:audit.manage}, {@code iam:organizations.manage} and {@code iam:identity_provider.manage}.
   */
  @WithDefault("true")
  boolean highRisk();
}
