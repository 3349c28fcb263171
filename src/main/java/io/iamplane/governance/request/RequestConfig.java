package io.iamplane.governance.request;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;

/** Settings of access requests. */
@ConfigMapping(prefix = "iam.access-requests")
interface RequestConfig {

  /** Time after which a pending request expires. */
  @WithDefault("PT336H")
  Duration pendingFor();
}
