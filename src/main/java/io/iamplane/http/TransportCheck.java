package io.iamplane.http;

import io.iamplane.shared.StartUpCheck;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/** Looks at who may reach the service in clear, and whom it believes about that. */
@ApplicationScoped
class TransportCheck implements StartUpCheck {

  private static final String TRUSTED = "quarkus.http.proxy.trusted-proxies";

  private final boolean requireHttps;
  private final boolean forwarding;
  private final boolean trustNamed;

  TransportCheck(
      HttpConfig config,
      @ConfigProperty(name = "quarkus.http.proxy.proxy-address-forwarding", defaultValue = "false")
          boolean forwarding,
      @ConfigProperty(name = TRUSTED) Optional<List<String>> trusted) {
    this.requireHttps = config.requireHttps();
    this.forwarding = forwarding;
    this.trustNamed = trusted.filter(proxies -> !proxies.isEmpty()).isPresent();
  }

  @Override
  public List<Finding> findings() {
    List<Finding> findings = new ArrayList<>();
    if (!requireHttps) {
      findings.add(
          Finding.warning(
              "iam.http.require-https",
              "is off, so that tokens and secrets may cross the network in clear",
              "switch it on, unless nothing but this machine reaches the port"));
    }
    if (forwarding && !trustNamed) {
      findings.add(
          Finding.severe(
              TRUSTED,
              "names nobody, so that anybody may claim HTTPS and any address",
              "set it to the addresses of your proxies"));
    }
    return findings;
  }
}
