package io.iamplane.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.http.forwarded.ProxySettings;
import io.iamplane.shared.StartUpCheck.Finding;
import io.iamplane.shared.StartUpCheck.Severity;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TransportCheckTest {

  @Test
  void httpsWithoutAProxyIsFine() {
    assertThat(findings(true, false, List.of())).isEmpty();
  }

  @Test
  void namedProxyIsFine() {
    assertThat(findings(true, true, List.of("10.0.0.1"))).isEmpty();
  }

  @Test
  void plainHttpIsWarnedOf() {
    assertThat(findings(false, false, List.of()))
        .singleElement()
        .satisfies(finding -> {
          assertThat(finding.severity()).isEqualTo(Severity.WARNING);
          assertThat(finding.line()).startsWith("iam.http.require-https: ");
        });
  }

  @Test
  void believingEverybodyIsSevere() {
    assertThat(findings(true, true, List.of()))
        .singleElement()
        .satisfies(finding -> {
          assertThat(finding.severity()).isEqualTo(Severity.SEVERE);
          assertThat(finding.line()).startsWith("quarkus.http.proxy.trusted-proxies: ");
        });
  }

  @Test
  void aNameIsNoAddress() {
    assertThat(findings(true, true, List.of("10.0.0.0/8", "proxy.example")))
        .singleElement()
        .satisfies(finding -> {
          assertThat(finding.severity()).isEqualTo(Severity.SEVERE);
          assertThat(finding.line()).contains("\"proxy.example\"", "10.0.0.0/8");
        });
  }

  @Test
  void bothFormsAtOnceAreSevere() {
    ProxySettings both =
        new ProxySettings(true, true, Optional.of(true), Optional.of(List.of("10.0.0.1")));
    assertThat(new TransportCheck(() -> true, both).findings())
        .singleElement()
        .satisfies(
            finding -> assertThat(finding.line()).startsWith("quarkus.http.proxy.allow-forwarded"));
  }

  private static List<Finding> findings(boolean https, boolean forwarding, List<String> trusted) {
    return new TransportCheck(
            () -> https,
            new ProxySettings(forwarding, false, Optional.empty(), Optional.of(trusted)))
        .findings();
  }
}
