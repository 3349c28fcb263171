package io.iamplane.webhook.worker;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;

/** Settings of delivery in this process. */
@ConfigMapping(prefix = "iam.queue.worker")
public interface QueueConfig {

  /** Runs a worker in the server; turn it off if {@code iam:queue:work} runs beside it. */
  @WithDefault("true")
  boolean enabled();
}
