package io.iamplane.directory.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.database.DatabaseException;
import io.iamplane.shared.StartUpCheck.Finding;
import io.iamplane.shared.StartUpCheck.Severity;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Test;

class DevelopmentClientCheckTest {

  @Test
  void productionDoesNotStartBesideADevelopmentClient() {
    List<Finding> findings =
        new DevelopmentClientCheck(() -> List.of("dev-admin"), true).findings();
    assertThat(findings).hasSize(1);
    assertThat(findings.getFirst().severity()).isEqualTo(Severity.SEVERE);
    assertThat(findings.getFirst().line()).contains("dev-admin").doesNotContain("dev-secret");
  }

  @Test
  void productionWithoutOneStarts() {
    assertThat(new DevelopmentClientCheck(List::of, true).findings()).isEmpty();
  }

  @Test
  void developmentIsNotAsked() {
    DevelopmentClientCheck check =
        new DevelopmentClientCheck(
            () -> {
              throw new AssertionError("development must not look");
            },
            false);
    assertThat(check.findings()).isEmpty();
  }

  @Test
  void unreachableDatabaseKeepsNothingFromStarting() {
    DevelopmentClientCheck check =
        new DevelopmentClientCheck(
            () -> {
              throw new DatabaseException(new SQLException("connection refused", "08001"));
            },
            true);
    assertThat(check.findings()).isEmpty();
  }
}
