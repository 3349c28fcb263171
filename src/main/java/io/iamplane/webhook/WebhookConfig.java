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
   * Adds the header {@code traceparent} (W3C Trace Context) to requests, for receivers that send
   * their spans to the same place as this service.
   */
  @WithDefault("false")
  boolean sendTraceContext();

  /**
   * Time limit for the receiver's complete response. Deliveries of a worker that died can be
   * claimed again after four times as long.
   */
  @WithDefault("15s")
  @DurationMin(millis = 100)
  @DurationMax(seconds = 60)
  Duration timeout();

  /** A webhook that fails for this long is disabled. */
  @WithDefault("5d")
  @DurationMin(minutes = 1)
  Duration disableAfter();

  /** Retention time of events and deliveries. */
  @WithDefault("30d")
  @DurationMin(days = 7)
  Duration retention();
}
