package io.iamplane.http.cors;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.shared.StartUpCheck.Finding;
import io.iamplane.shared.StartUpCheck.Severity;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CorsCheckTest {

  private static List<Finding> findings(String... origins) {
    return new CorsCheck(() -> Optional.of(List.of(origins)), false).findings();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "*",
        " * ",
        "/.*/",
        "/.+/",
        "null",
        "panel.example.com",
        "https://panel.example.com/",
        "https://panel.example.com/app",
        "https://*.example.com",
        "https://user@panel.example.com",
        "ftp://panel.example.com"
      })
  void whatNamesNoOriginIsSevere(String origin) {
    assertThat(findings("https://panel.example.com", origin))
        .singleElement()
        .satisfies(finding -> assertThat(finding.severity()).isEqualTo(Severity.SEVERE));
  }

  @Test
  void everywhereIsOneLineThatSaysWhatToDo() {
    assertThat(findings("*").getFirst().line())
        .isEqualTo(
            "iam.http.cors.origins: scripts from any site could call this API; list the origins of"
                + " the admin panel");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://panel.example.com",
        "https://panel.example.com:8443",
        "https://Panel.Example.com",
        "http://localhost:5173",
        "http://127.0.0.1",
        "https://[2001:db8::1]:8443"
      })
  void namedOriginsAreFine(String origin) {
    assertThat(findings(origin)).isEmpty();
  }

  @Test
  void noOriginIsFine() {
    assertThat(new CorsCheck(Optional::empty, false).findings()).isEmpty();
  }

  @Test
  void unencryptedPanelsAreWarnedOf() {
    assertThat(findings("http://panel.example.com", "http://localhost.example.com"))
        .hasSize(2)
        .allSatisfy(finding -> assertThat(finding.severity()).isEqualTo(Severity.WARNING));
  }

  @Test
  void theFrameworksOwnFilterIsSevere() {
    assertThat(new CorsCheck(Optional::empty, true).findings())
        .singleElement()
        .satisfies(finding -> assertThat(finding.severity()).isEqualTo(Severity.SEVERE));
  }
}
