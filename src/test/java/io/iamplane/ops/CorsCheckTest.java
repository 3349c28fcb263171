package io.iamplane.ops;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.shared.StartUpCheck.Severity;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CorsCheckTest {

  @ParameterizedTest
  @ValueSource(strings = {"*", " * ", "/.*/", "/.+/"})
  void everywhereIsSevere(String origin) {
    assertThat(new CorsCheck(List.of("https://panel.example.com", origin)).findings())
        .singleElement()
        .satisfies(finding -> assertThat(finding.severity()).isEqualTo(Severity.SEVERE));
  }

  @Test
  void namedOriginsAreFine() {
    assertThat(new CorsCheck(List.of("https://panel.example.com")).findings()).isEmpty();
    assertThat(new CorsCheck(List.of()).findings()).isEmpty();
  }
}
