package io.iamplane.http;

import static org.assertj.core.api.Assertions.assertThat;

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

  private static List<Finding> findings(boolean https, boolean forwarding, List<String> trusted) {
    return new TransportCheck(() -> https, forwarding, Optional.of(trusted)).findings();
  }
}
