package io.iamplane.http.forwarded;

import io.iamplane.http.forwarded.ProxyConfig.Header;
import jakarta.inject.Singleton;
import java.util.List;

/** Which proxies are believed, and in which words they speak, as read from the configuration. */
@Singleton
public class ProxySettings {

  private final Header header;
  private final TrustedProxies trusted;

  public ProxySettings(ProxyConfig config) {
    this.header = config.header();
    this.trusted = TrustedProxies.of(config.trusted().orElse(List.of()));
  }

  Header header() {
    return header;
  }

  public TrustedProxies trusted() {
    return trusted;
  }
}
