package io.iamplane.http.limit;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import io.smallrye.config.WithName;
import jakarta.validation.constraints.Min;

/**
 * Ceilings in requests per minute. They cannot be switched off: a value below one stops the start.
 */
@ConfigMapping(prefix = "iam")
public interface LimitConfig {

  /** Requests of the Admin API a minute, per client and address. */
  @WithName("admin.rate_limit")
  @WithDefault("120")
  @Min(1)
  int admin();

  /**
   * Requests of the Admin API a minute of all clients of one organization together, from all
   * addresses, on one replica. A sixth may come at once. One client has half: it cannot shut the
   * others out.
   */
  @WithName("admin.tenant_rate_limit")
  @WithDefault("2400")
  @Min(2)
  int tenant();

  /**
   * Tokens a minute, per client and address; only clients that proved themselves count. An address
   * gets twenty times as many requests to sign in.
   */
  @WithName("oauth.rate_limit")
  @WithDefault("60")
  @Min(1)
  int oauth();

  /** Decisions a minute, per client and address; a batch counts by its size. */
  @WithName("decision.rate_limit")
  @WithDefault("1800000")
  @Min(1)
  int decision();

  /** Failed authentications a minute, per address (IPv6: per /64 network). */
  @WithName("authentication.failure_limit")
  @WithDefault("30")
  @Min(1)
  int authentication();
}
