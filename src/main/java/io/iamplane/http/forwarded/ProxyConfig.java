package io.iamplane.http.forwarded;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.util.List;
import java.util.Optional;

/**
 * Proxies in front of this process, prefix {@code iam.http.proxies}. The settings that Quarkus has
 * for it stay off: it takes the first address of a list, which the client writes itself.
 */
@ConfigMapping(prefix = "iam.http.proxies")
public interface ProxyConfig {

  /** Addresses and ranges of proxies that are believed; without any, no header counts. */
  Optional<List<String>> trusted();

  /** The headers that trusted proxies set: {@code x-forwarded}, or {@code forwarded} (RFC 7239). */
  @WithDefault("x-forwarded")
  Header header();

  /** One of the two: a proxy that sets one lets the client write the other. */
  enum Header {
    /** {@code X-Forwarded-For} and {@code X-Forwarded-Proto}. */
    X_FORWARDED,
    /** RFC 7239. */
    FORWARDED
  }
}
