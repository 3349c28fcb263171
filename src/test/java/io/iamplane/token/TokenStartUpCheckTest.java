package io.iamplane.token;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.shared.StartUpCheck.Finding;
import io.iamplane.shared.StartUpCheck.Severity;
import io.quarkus.runtime.LaunchMode;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TokenStartUpCheckTest {

  private static final String ISSUER = "https://iam.example.com";

  @Test
  void goodSettingsAreSilent() {
    assertThat(findings(ISSUER, Optional.of("api"), LaunchMode.NORMAL)).isEmpty();
    assertThat(findings(ISSUER + ":8443/iam", Optional.of("api"), LaunchMode.NORMAL)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://iam.example.com/",
        "https://iam.example.com?a=b",
        "https://iam.example.com#a",
        "iam.example.com",
        "ftp://iam.example.com",
        "https://",
        "https://user@iam.example.com",
        "https://iam example.com",
        ""
      })
  void issuerThatVerifiersWouldNotAcceptIsSevere(String issuer) {
    List<Finding> findings = findings(issuer, Optional.of("api"), LaunchMode.NORMAL);
    assertThat(findings).hasSize(1);
    assertThat(findings.getFirst().severity()).isEqualTo(Severity.SEVERE);
    assertThat(findings.getFirst().setting()).isEqualTo("iam.issuer");
  }

  @Test
  void plainHttpIsForDevelopmentOnly() {
    String issuer = "http://localhost:8080";
    assertThat(findings(issuer, Optional.of("api"), LaunchMode.DEVELOPMENT)).isEmpty();
    assertThat(findings(issuer, Optional.of("api"), LaunchMode.NORMAL))
        .singleElement()
        .satisfies(finding -> assertThat(finding.problem()).contains("plain HTTP"));
  }

  @Test
  void productionNeedsAnAudience() {
    for (Optional<String> missing : List.of(Optional.<String>empty(), Optional.of(" "))) {
      assertThat(findings(ISSUER, missing, LaunchMode.NORMAL))
          .singleElement()
          .satisfies(finding -> {
            assertThat(finding.setting()).isEqualTo("iam.admin.audience");
            assertThat(finding.severity()).isEqualTo(Severity.SEVERE);
          });
    }
  }

  @Test
  void developmentHasADefaultAudience() {
    Audience audience = new Audience(Optional::empty, LaunchMode.TEST);
    assertThat(audience.value()).contains("iam-admin");
    assertThat(new Audience(() -> Optional.of("own"), LaunchMode.TEST).value()).contains("own");
    assertThat(new Audience(Optional::empty, LaunchMode.NORMAL).value()).isEmpty();
  }

  private static List<Finding> findings(String issuer, Optional<String> audience, LaunchMode mode) {
    return new TokenStartUpCheck(new Issuer(issuer), new Audience(() -> audience, mode), mode)
        .findings();
  }
}
