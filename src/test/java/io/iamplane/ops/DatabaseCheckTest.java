package io.iamplane.ops;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.shared.StartUpCheck.Finding;
import io.iamplane.shared.StartUpCheck.Severity;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DatabaseCheckTest {

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "jdbc:postgresql://database.not-configured.invalid/iam"})
  void aMissingUrlIsSevereAndNamed(String url) {
    assertThat(findings(url))
        .singleElement()
        .satisfies(finding -> {
          assertThat(finding.severity()).isEqualTo(Severity.SEVERE);
          assertThat(finding.line())
              .startsWith("quarkus.datasource.jdbc.url: no database is configured;");
        });
  }

  @Test
  void anotherDatabaseIsSevere() {
    assertThat(findings("jdbc:h2:mem:test"))
        .extracting(Finding::severity)
        .containsExactly(Severity.SEVERE);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "jdbc:postgresql://db.example.com/iam",
        "jdbc:postgresql://db.example.com/iam?sslmode=disable",
        "jdbc:postgresql://db.example.com/iam?sslmode=prefer",
        "jdbc:postgresql://db.example.com/iam?sslmode=allow",
        "jdbc:postgresql://10.0.0.7:5433/iam?ssl=false",
        "jdbc:postgresql://localhost,db.example.com/iam",
        "jdbc:postgresql://localhost.example.com/iam",
        "jdbc:postgresql://127.example.com/iam",
      })
  void aNetworkWithoutTlsIsSevere(String url) {
    assertThat(findings(url))
        .singleElement()
        .satisfies(finding -> {
          assertThat(finding.severity()).isEqualTo(Severity.SEVERE);
          assertThat(finding.line()).contains("without TLS");
        });
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "jdbc:postgresql://db.example.com/iam?sslmode=require",
        "jdbc:postgresql://db.example.com/iam?sslmode=verify-ca",
        "jdbc:postgresql://db.example.com/iam?sslmode=verify-full&sslrootcert=/ca.pem",
        "jdbc:postgresql://db.example.com/iam?ssl=true",
        "jdbc:postgresql://localhost/iam",
        "jdbc:postgresql://127.0.0.1:5432/iam?sslmode=disable",
        "jdbc:postgresql://[::1]/iam",
        "jdbc:postgresql:iam",
        "jdbc:postgresql:///iam",
      })
  void tlsOrLoopbackIsFine(String url) {
    assertThat(findings(url)).isEmpty();
  }

  @Test
  void theSettingOutsideTheUrlCounts() {
    DatabaseUrl url = new DatabaseUrl("jdbc:postgresql://db.example.com/iam", "verify-full");

    assertThat(new DatabaseCheck(url, false, true).findings()).isEmpty();
  }

  @Test
  void theUrlOverridesTheSettingOutsideIt() {
    DatabaseUrl url =
        new DatabaseUrl("jdbc:postgresql://db.example.com/iam?sslmode=disable", "verify-full");

    assertThat(new DatabaseCheck(url, false, true).findings()).hasSize(1);
  }

  @Test
  void migratingAtStartIsWorthAWarningInProductionOnly() {
    DatabaseUrl url = new DatabaseUrl("jdbc:postgresql://localhost/iam", "");

    assertThat(new DatabaseCheck(url, true, true).findings())
        .extracting(Finding::severity)
        .containsExactly(Severity.WARNING);
    assertThat(new DatabaseCheck(url, true, false).findings()).isEmpty();
  }

  private static List<Finding> findings(String url) {
    return new DatabaseCheck(new DatabaseUrl(url, ""), false, true).findings();
  }
}
