package io.iamplane.webhook;

import io.iamplane.shared.net.Cidr;
import io.iamplane.webhook.target.SystemResolver;
import io.iamplane.webhook.target.TargetRules;
import io.iamplane.webhook.target.TenantResolvers;
import io.quarkus.runtime.LaunchMode;
import jakarta.annotation.PreDestroy;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.stream.Stream;

/** The rules of this installation about where webhooks may go. */
@Singleton
public class WebhookTargets {

  private final TargetRules rules;
  private final SystemResolver resolver = new SystemResolver();

  WebhookTargets(WebhookConfig config, LaunchMode mode) {
    List<Cidr> opened =
        config.allowedNetworks().orElse(List.of()).stream()
            // What is no range is a finding of the start-up check, and opens nothing.
            .flatMap(text -> Stream.ofNullable(Cidr.parse(text.strip())))
            .toList();
    this.rules = new TargetRules(opened, config.allowedPorts(), mode != LaunchMode.NORMAL);
  }

  public TargetRules rules() {
    return rules;
  }

  public TenantResolvers resolvers() {
    return resolver;
  }

  @PreDestroy
  void stop() {
    resolver.close();
  }
}
