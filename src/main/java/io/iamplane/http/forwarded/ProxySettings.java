package io.iamplane.http.forwarded;

import io.iamplane.http.forwarded.ProxyConfig.Header;
import jakarta.inject.Singleton;
import java.util.List;

/** The configured trusted proxies, and the header that they set. */
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
