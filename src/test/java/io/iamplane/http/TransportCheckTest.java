package io.iamplane.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.http.forwarded.ProxyConfig;
import io.iamplane.http.forwarded.ProxyConfig.Header;
import io.iamplane.http.forwarded.ProxySettings;
import io.iamplane.shared.StartUpCheck.Finding;
import io.iamplane.shared.StartUpCheck.Severity;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TransportCheckTest {

  @Test
  void httpsWithoutAProxyIsFine() {
    assertThat(findings(true, false)).isEmpty();
  }

  @Test
  void namedProxiesAreFine() {
    assertThat(findings(true, false, "10.0.0.1", "fd00::/8")).isEmpty();
  }

  @Test
  void plainHttpIsWarnedOf() {
    assertThat(findings(false, false))
        .singleElement()
        .satisfies(finding -> {
          assertThat(finding.severity()).isEqualTo(Severity.WARNING);
          assertThat(finding.line()).startsWith("iam.http.require-https: ");
        });
  }

  @Test
  void believingTheFirstAddressIsSevere() {
    assertThat(findings(true, true, "10.0.0.1"))
        .singleElement()
        .satisfies(finding -> {
          assertThat(finding.severity()).isEqualTo(Severity.SEVERE);
          assertThat(finding.line())
              .startsWith("quarkus.http.proxy.proxy-address-forwarding: ")
              .contains("iam.http.proxies.trusted");
        });
  }

  @Test
  void aNameIsNoAddress() {
    assertThat(findings(true, false, "10.0.0.0/8", "proxy.example"))
        .singleElement()
        .satisfies(finding -> {
          assertThat(finding.severity()).isEqualTo(Severity.SEVERE);
          assertThat(finding.line()).contains("\"proxy.example\"", "10.0.0.0/8");
        });
  }

  private record Proxies(Optional<List<String>> trusted, Header header) implements ProxyConfig {}

  private static List<Finding> findings(boolean https, boolean quarkus, String... trusted) {
    ProxyConfig proxies = new Proxies(Optional.of(List.of(trusted)), Header.X_FORWARDED);
    return new TransportCheck(() -> https, quarkus, new ProxySettings(proxies)).findings();
  }
}
