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

  Admin admin();

  @WithName("admin")
  Tenant tenant();

  Oauth oauth();

  Decision decision();

  Authentication authentication();

  /** Requests of the Admin API a minute, per client and address. */
  interface Admin {
    @WithName("rate_limit")
    @WithDefault("120")
    @Min(1)
    int rateLimit();
  }

  /**
   * Requests of the Admin API a minute of all clients of one organization together, from all
   * addresses, on one replica. A sixth may come at once. One client has half: it cannot shut the
   * others out.
   */
  interface Tenant {
    @WithName("tenant_rate_limit")
    @WithDefault("2400")
    @Min(2)
    int rateLimit();
  }

  /**
   * Tokens a minute, per client and address; only clients that proved themselves count. An address
   * gets twenty times as many requests to sign in.
   */
  interface Oauth {
    @WithName("rate_limit")
    @WithDefault("60")
    @Min(1)
    int rateLimit();
  }

  /** Decisions a minute, per client and address; a batch counts by its size. */
  interface Decision {
    @WithName("rate_limit")
    @WithDefault("1800000")
    @Min(1)
    int rateLimit();
  }

  /** Failed authentications a minute, per address (IPv6: per /64 network). */
  interface Authentication {
    @WithName("failure_limit")
    @WithDefault("30")
    @Min(1)
    int failureLimit();
  }
}
