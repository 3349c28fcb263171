package io.iamplane.webhook;

import io.iamplane.shared.StartUpCheck;
import io.iamplane.shared.net.Cidr;
import io.iamplane.webhook.send.EgressProxy;
import jakarta.inject.Singleton;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

@Singleton
class WebhookCheck implements StartUpCheck {

  static final String NETWORKS = "iam.webhooks.allowed-networks";
  static final String CERTIFICATES = "iam.webhooks.trusted-certificates";
  static final String PROXY = "iam.webhooks.egress-proxy";

  private final WebhookConfig config;

  WebhookCheck(WebhookConfig config) {
    this.config = config;
  }

  @Override
  public List<Finding> findings() {
    List<Finding> findings = new ArrayList<>();
    for (String network : config.allowedNetworks().orElse(List.of())) {
      Cidr range = Cidr.parse(network.strip());
      if (range == null) {
        findings.add(
            Finding.severe(
                NETWORKS,
                "'" + network + "' is not a network range",
                "use a range such as 10.0.0.0/8"));
      } else if (range.prefix() == 0) {
        findings.add(
            Finding.severe(
                NETWORKS,
                "'" + network + "' lets every tenant reach every private address",
                "specify only the networks that contain receivers"));
      }
    }
    config
        .trustedCertificates()
        .filter(file -> !Files.isReadable(Path.of(file)))
        .ifPresent(file ->
            findings.add(
                Finding.severe(
                    CERTIFICATES, "the file cannot be read", "specify a readable PEM file")));
    config
        .egressProxy()
        .filter(proxy -> EgressProxy.parse(proxy).isEmpty())
        .ifPresent(_ ->
            findings.add(
                // Not shown: a password may be in it.
                Finding.severe(
                    PROXY,
                    "the value is not a valid proxy URL",
                    "use http://host:port or http://user:password@host:port")));
    return findings;
  }
}
