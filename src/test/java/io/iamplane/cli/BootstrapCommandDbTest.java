package io.iamplane.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.audit.verification.EmptyDatabase;
import io.iamplane.testing.Rows;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Test;

@QuarkusTest
class BootstrapCommandDbTest {

  @Inject Commands commands;

  @Test
  void anUnfitNameLeavesNothingBehind() throws SQLException {
    try (EmptyDatabase empty = new EmptyDatabase()) {
      assertThat(empty.tables()).isEmpty();
      assertThat(commands.run("iam:migrate").exitCode()).isZero();
      Commands.Ended blank =
          commands.run("iam:bootstrap", "--tenant", "acme", "--tenant-name", " ");
      assertThat(blank.exitCode()).as(blank.err()).isEqualTo(2);
      assertThat(blank.err()).contains("name");
      for (String table :
          List.of(
              "iam_organizations", "iam_service_accounts", "iam_signing_keys", "iam_audit_heads")) {
        assertThat(Rows.texts("SELECT 1 FROM " + table)).as(table).isEmpty();
      }
    }
  }
}
