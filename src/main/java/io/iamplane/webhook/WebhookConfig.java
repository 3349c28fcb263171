package io.iamplane.webhook;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.hibernate.validator.constraints.time.DurationMax;
import org.hibernate.validator.constraints.time.DurationMin;

/** Settings of webhooks. */
@ConfigMapping(prefix = "iam.webhooks")
public interface WebhookConfig {

  /** Private ranges ({@code 10.0.0.0/8}) that webhooks may reach. */
  Optional<List<String>> allowedNetworks();

  /** The ports that webhooks may reach. */
  @WithDefault("443,8443")
  Set<@Min(1) @Max(65_535) Integer> allowedPorts();

  /** A PEM file of authorities that receivers are trusted by, in place of the system's. */
  Optional<String> trustedCertificates();

  /** The HTTP proxy that requests leave by: {@code http://[user:password@]host:port}. */
  Optional<String> egressProxy();

  /**
   * Whether requests carry the header {@code traceparent} (W3C Trace Context), for receivers that
   * send their spans to the same place as this service.
   */
  @WithDefault("false")
  boolean sendTraceContext();

  /** How many webhooks an organization may have; each is another copy of every event. */
  @WithDefault("100")
  @Min(1)
  @Max(10_000)
  int maxPerOrganization();

  /** How long a receiver may take for its whole answer. */
  @WithDefault("15s")
  @DurationMin(millis = 100)
  @DurationMax(seconds = 60)
  Duration timeout();

  /** How many requests to one webhook are on their way at once, from one worker. */
  @WithDefault("32")
  @Min(1)
  @Max(1_000)
  int perWebhook();

  /** How many requests are on their way at once altogether, from one worker. */
  @WithDefault("512")
  @Min(1)
  @Max(10_000)
  int perWorker();

  /** How long a worker that died holds what it claimed. */
  @WithDefault("60s")
  @DurationMin(seconds = 1)
  @DurationMax(minutes = 10)
  Duration lease();

  /** How long a receiver that fails is left alone at first. */
  @WithDefault("30s")
  @DurationMin(millis = 10)
  @DurationMax(minutes = 10)
  Duration breakerPause();

  /** A webhook that fails for this long is disabled. */
  @WithDefault("5d")
  @DurationMin(minutes = 1)
  Duration disableAfter();

  /** How long events and deliveries are kept. */
  @WithDefault("30d")
  @DurationMin(days = 7)
  Duration retention();
}
