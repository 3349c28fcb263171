package io.iamplane.http;

import io.iamplane.http.forwarded.ProxySettings;
import io.iamplane.shared.StartUpCheck;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.ArrayList;
import java.util.List;

/** Looks at who may reach the service in clear, and whom it believes about that. */
@ApplicationScoped
class TransportCheck implements StartUpCheck {

  private final boolean requireHttps;
  private final ProxySettings proxies;

  TransportCheck(HttpConfig config, ProxySettings proxies) {
    this.requireHttps = config.requireHttps();
    this.proxies = proxies;
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
    if (proxies.forwarding()) {
      findings.addAll(proxyFindings());
    }
    return findings;
  }

  private List<Finding> proxyFindings() {
    List<Finding> findings = new ArrayList<>();
    if (proxies.trusted().isEmpty()) {
      findings.add(
          Finding.severe(
              ProxySettings.TRUSTED,
              "is empty, so that no X-Forwarded header can be believed",
              "set it to the addresses of your proxies"));
    }
    for (String entry : proxies.trusted().unreadable()) {
      findings.add(
          Finding.severe(
              ProxySettings.TRUSTED,
              "holds \"" + entry + "\", which is neither an address nor a range",
              "write 10.0.0.1 or 10.0.0.0/8; names are not resolved"));
    }
    if (proxies.ambiguous()) {
      findings.add(
          Finding.severe(
              "quarkus.http.proxy.allow-forwarded",
              "and allow-x-forwarded are both on, so that a client can write the header that the proxy does not set",
              "allow the one that your proxies set"));
    }
    return findings;
  }
}
