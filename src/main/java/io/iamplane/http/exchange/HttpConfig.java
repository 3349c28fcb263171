package io.iamplane.http.exchange;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;

/** Settings of the transport, prefix {@code iam.http}. */
@ConfigMapping(prefix = "iam.http")
public interface HttpConfig {

  /** Refuses plain HTTP, except for probes. */
  @WithDefault("true")
  boolean requireHttps();
}
