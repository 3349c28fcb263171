package io.iamplane.http.forwarded;

import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import java.util.Optional;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/**
 * Which proxies are believed, and in which words they speak: the settings that Quarkus has for it.
 * It would take the first address of a list, which the client writes itself; we read the lists.
 */
@ApplicationScoped
public class ProxySettings {

  public static final String TRUSTED = "quarkus.http.proxy.trusted-proxies";

  private final boolean forwarding;
  private final boolean rfc7239;
  private final boolean both;
  private final TrustedProxies trusted;

  public ProxySettings(
      @ConfigProperty(name = "quarkus.http.proxy.proxy-address-forwarding", defaultValue = "false")
          boolean forwarding,
      @ConfigProperty(name = "quarkus.http.proxy.allow-forwarded", defaultValue = "false")
          boolean allowForwarded,
      @ConfigProperty(name = "quarkus.http.proxy.allow-x-forwarded")
          Optional<Boolean> allowXForwarded,
      @ConfigProperty(name = TRUSTED) Optional<List<String>> trusted) {
    this.forwarding = forwarding;
    this.rfc7239 = allowForwarded;
    this.both = allowForwarded && allowXForwarded.orElse(false);
    this.trusted = TrustedProxies.of(trusted.orElse(List.of()));
  }

  /** Whether it is switched on; without a list nothing is believed all the same. */
  public boolean forwarding() {
    return forwarding;
  }

  /** Whether proxies send {@code Forwarded}; otherwise {@code X-Forwarded-For} and -Proto. */
  boolean rfc7239() {
    return rfc7239;
  }

  /** Whether both forms are allowed: a proxy that sets one lets the client write the other. */
  public boolean ambiguous() {
    return both;
  }

  public TrustedProxies trusted() {
    return trusted;
  }
}
