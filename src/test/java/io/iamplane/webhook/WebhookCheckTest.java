package io.iamplane.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.shared.StartUpCheck.Finding;
import io.iamplane.shared.StartUpCheck.Severity;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WebhookCheckTest {

  @Test
  void theDefaultsAreGood() {
    assertThat(findings(Map.of())).isEmpty();
    assertThat(findings(Map.of(WebhookCheck.NETWORKS, "10.20.0.0/16,fd12::/16"))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "iam.webhooks.allowed-networks, 10.0.0.1",
    "iam.webhooks.allowed-networks, 10.0.0.1/8",
    "iam.webhooks.allowed-networks, 0.0.0.0/0",
    "iam.webhooks.allowed-networks, ::/0",
    "iam.webhooks.allowed-networks, ::ffff:0.0.0.0/96",
    "iam.webhooks.trusted-certificates, /nowhere/authorities.pem",
    "iam.webhooks.egress-proxy, proxy:3128",
    "iam.webhooks.egress-proxy, https://proxy:3128",
    "iam.webhooks.egress-proxy, http://proxy",
    "iam.webhooks.egress-proxy, http://me@proxy:3128",
    "iam.webhooks.egress-proxy, http://proxy:3128/path"
  })
  void whatIsNoGoodStopsAStart(String setting, String value) {
    assertThat(findings(Map.of(setting, value)))
        .singleElement()
        .satisfies(finding -> assertThat(finding.setting()).isEqualTo(setting))
        .satisfies(finding -> assertThat(finding.severity()).isEqualTo(Severity.SEVERE));
  }

  private static List<Finding> findings(Map<String, String> settings) {
    WebhookConfig config =
        new SmallRyeConfigBuilder()
            .withMapping(WebhookConfig.class)
            .withSources(new PropertiesConfigSource(settings, "test", 100))
            .withConverter(
                java.time.Duration.class,
                200,
                new io.quarkus.runtime.configuration.DurationConverter())
            .build()
            .getConfigMapping(WebhookConfig.class);
    return new WebhookCheck(config).findings();
  }
}
