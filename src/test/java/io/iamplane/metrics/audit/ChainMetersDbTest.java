package io.iamplane.metrics.audit;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.audit.verification.EmptyDatabase;
import io.iamplane.cli.Commands;
import io.iamplane.metrics.audit.AuditMetricsView.IntegrityView;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.metric.MetricsWindow;
import io.iamplane.testing.Rows;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.sql.SQLException;
import java.time.Clock;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Results of {@code iam:audit:verify}, run as a CronJob, appear in the metrics of every server. */
@QuarkusTest
class ChainMetersDbTest {

  @Inject Commands commands;
  @Inject ChainMeters meters;
  @Inject AuditMetrics metrics;
  @Inject MeterRegistry registry;
  @Inject Clock clock;

  @Test
  void theResultOfTheCommandShows() throws SQLException {
    try (EmptyDatabase empty = new EmptyDatabase()) {
      assertThat(empty.tables()).isEmpty();
      run(0, "iam:migrate");
      assertThat(valid()).as("nothing was verified").isNaN();
      run(3, "iam:audit:verify");
      assertThat(valid()).as("nothing could be verified").isNaN();
      run(0, "iam:bootstrap", "--tenant", "acme");
      run(0, "iam:audit:verify");
      assertThat(valid()).isEqualTo(1);
      assertThat(verifiedAt()).isBetween(seconds() - 600, seconds());
      assertThat(integrity().valid()).isTrue();

      String actor = alter("cli:mallory");
      run(1, "iam:audit:verify");
      assertThat(valid()).isZero();
      assertThat(integrity().cause()).isEqualTo("record_altered");

      alter(actor);
      run(1, "iam:audit:verify");
      assertThat(valid()).as("found and not acknowledged").isZero();
      assertThat(integrity().valid()).isFalse();
      assertThat(integrity().cause()).isEqualTo("record_altered");

      run(1, "iam:audit:verify", "--organization", "acme");
      acknowledge();
      run(0, "iam:audit:verify", "--organization", "acme");
      assertThat(valid()).as("one chain is not all").isZero();
      run(0, "iam:audit:verify", "--full");
      assertThat(valid()).as("a job of another name that says the same").isEqualTo(1);
      assertThat(integrity().valid()).isTrue();

      assertThat(Rows.texts("SELECT outcome || ' ' || detail FROM iam_job_runs ORDER BY id"))
          .containsExactly(
              "failed 0 chains, 0 broken, 1 unknown",
              "done 2 chains, 0 broken, 0 unknown",
              "finding 2 chains, 1 broken, 0 unknown",
              "finding 2 chains, 1 broken, 0 unknown",
              "done 2 chains, 0 broken, 0 unknown");
    }
  }

  private void run(int exitCode, String... command) {
    Commands.Ended ended = commands.run(command);
    assertThat(ended.exitCode()).as(ended.out() + ended.err()).isEqualTo(exitCode);
  }

  private double valid() {
    meters.refresh();
    return registry.get("iam_audit_chain_valid").gauge().value();
  }

  private double verifiedAt() {
    return registry.get("iam_audit_last_verified_timestamp").gauge().value();
  }

  private double seconds() {
    return clock.millis() / 1_000.0;
  }

  private IntegrityView integrity() throws SQLException {
    String acme = Rows.texts("SELECT id FROM iam_organizations WHERE key = 'acme'").getFirst();
    return metrics
        .of(
            new OrganizationId(UUID.fromString(acme)),
            MetricsWindow.of(null, null, clock.instant()))
        .integrity();
  }

  /** Changes the tenant's first record as the owner of the tables; returns the previous actor. */
  private static String alter(String actor) throws SQLException {
    String first =
        " WHERE seq = 1 AND organization_id ="
            + " (SELECT id FROM iam_organizations WHERE key = 'acme')";
    String before = Rows.texts("SELECT actor FROM iam_audit_records" + first).getFirst();
    String trigger = " TRIGGER iam_audit_records_append_only";
    Rows.update("ALTER TABLE iam_audit_records DISABLE" + trigger);
    Rows.update("UPDATE iam_audit_records SET actor = '%s'".formatted(actor) + first);
    Rows.update("ALTER TABLE iam_audit_records ENABLE ALWAYS" + trigger);
    return before;
  }

  private void acknowledge() throws SQLException {
    String finding =
        Rows.texts(
                "SELECT id FROM iam_audit_verifications WHERE cause IS NOT NULL ORDER BY id DESC")
            .getFirst();
    run(0, "iam:audit:acknowledge", "--finding", finding, "--reason", "a test");
  }
}
