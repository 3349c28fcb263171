package io.iamplane.http;

import io.iamplane.http.exchange.HttpConfig;
import io.iamplane.http.forwarded.ProxySettings;
import io.iamplane.shared.StartUpCheck;
import jakarta.inject.Singleton;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/** Checks access over plain HTTP, and which proxies are trusted about it. */
@Singleton
class TransportCheck implements StartUpCheck {

  private static final String FORWARDING = "quarkus.http.proxy.proxy-address-forwarding";
  private static final String TRUSTED = "iam.http.proxies.trusted";

  private final boolean requireHttps;
  private final boolean quarkusForwards;
  private final ProxySettings proxies;

  TransportCheck(
      HttpConfig config,
      @ConfigProperty(name = FORWARDING, defaultValue = "false") boolean quarkusForwards,
      ProxySettings proxies) {
    this.requireHttps = config.requireHttps();
    this.quarkusForwards = quarkusForwards;
    this.proxies = proxies;
  }

  @Override
  public List<Finding> findings() {
    List<Finding> findings = new ArrayList<>();
    if (!requireHttps) {
      findings.add(
          Finding.warning(
              "iam.http.require-https",
              "HTTPS is not required: tokens and secrets may cross the network unencrypted",
              "set it to true unless only this machine can reach the port"));
    }
    if (quarkusForwards) {
      findings.add(
          Finding.severe(
              FORWARDING,
              "the server would trust the first address in X-Forwarded-For, which the client sets",
              "set it to false, and set " + TRUSTED + " to the addresses of your proxies"));
    }
    for (String entry : proxies.unreadable()) {
      findings.add(
          Finding.severe(
              TRUSTED,
              "\"" + entry + "\" is neither an address nor a range",
              "use the form 10.0.0.1 or 10.0.0.0/8; names are not resolved"));
    }
    return findings;
  }
}
