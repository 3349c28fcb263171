package io.iamplane.webhook.worker;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;

/** Whether this process delivers. */
@ConfigMapping(prefix = "iam.queue.worker")
public interface QueueConfig {

  /**
   * Whether the server has a worker of its own; off where {@code iam:queue:work} runs beside it.
   */
  @WithDefault("true")
  boolean enabled();
}
