package io.iamplane.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.testing.Rows;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The page about jobs has each job with its default, and queries that work. */
@QuarkusTest
class JobsPageDbTest {

  private static final Pattern SQL = Pattern.compile("(?s)```sql\\n(.*?);\\n```|`(SELECT [^`…]+)`");

  @Inject ScheduleConfig config;

  private String page;

  @BeforeEach
  void read() throws IOException {
    page = Files.readString(Path.of("docs/jobs.md"));
  }

  @Test
  void everyJobStandsInItsTableWithItsDefault() {
    for (JobName job : JobName.values()) {
      assertThat(page)
          .contains(
              "| `%s` | `%s` | `IAM_SCHEDULE_%s` |"
                  .formatted(job.command(), preset(job), job.name()))
          .contains("### " + job.command());
    }
  }

  @Test
  void itsQueriesWork() throws SQLException {
    var queries =
        SQL.matcher(page)
            .results()
            .map((MatchResult found) -> found.group(1) == null ? found.group(2) : found.group(1))
            .toList();
    assertThat(queries).hasSizeGreaterThanOrEqualTo(2);
    for (String query : queries) {
      Rows.texts(query);
    }
  }

  private String preset(JobName job) {
    return switch (job) {
      case AUDIT_VERIFY -> config.auditVerify();
      case AUDIT_VERIFY_FULL -> config.auditVerifyFull();
      case AUDIT_CHECKPOINT -> config.auditCheckpoint();
      case PARTITIONS_ENSURE -> config.partitionsEnsure();
      case RETENTION_RUN -> config.retentionRun();
      case REVIEWS_CLOSE -> config.reviewsClose();
      case REVIEWS_REMIND -> config.reviewsRemind();
      case ANOMALY_SCAN -> config.anomalyScan();
      case KEYS_ROTATE -> config.keysRotate();
      case LEAST_PRIVILEGE_SCAN -> config.leastPrivilegeScan();
    };
  }
}
