package io.iamplane.job;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.testing.Rows;
import io.iamplane.testing.TestDatabase;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.io.IOException;
import java.sql.SQLException;
import java.util.List;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Servers publish the outcomes of jobs, also of jobs that ran elsewhere. */
@QuarkusTest
class JobMetersDbTest {

  private static final String VERIFY = "{job=\"iam:audit:verify\"}";

  @ConfigProperty(name = "quarkus.management.test-port")
  int managementPort;

  @Inject JobMeters meters;

  @BeforeEach
  void aCronJobRan() throws SQLException {
    Rows.update("DELETE FROM iam_job_totals");
    Rows.update(
        """
        INSERT INTO iam_job_totals (job, failures, ended_at, seconds, succeeded_at)
        VALUES ('iam:audit:verify', 7, '2026-11-23T12:00:00Z', 12.5, '2026-11-23T11:00:00.5Z')
        """);
  }

  @AfterEach
  void noTotals() throws SQLException {
    Rows.update("DELETE FROM iam_job_totals");
  }

  @Test
  void itsFiguresAreEveryServers() throws IOException {
    meters.refresh();
    TestDatabase.proxy().goAway();
    try {
      meters.refresh();
      assertThat(figures())
          .as("known before the database went away")
          .contains(
              "iam_job_last_success_timestamp" + VERIFY + " 1.7954316005E9",
              "iam_job_duration_seconds" + VERIFY + " 12.5",
              "iam_job_failures_total" + VERIFY + " 7.0",
              "iam_job_last_success_timestamp{job=\"iam:partitions:ensure\"} NaN",
              "iam_job_failures_total{job=\"iam:partitions:ensure\"} 0.0");
    } finally {
      TestDatabase.comeBack();
    }
  }

  private List<String> figures() {
    return given()
        .port(managementPort)
        .get("/q/metrics")
        .then()
        .statusCode(200)
        .extract()
        .asString()
        .lines()
        .toList();
  }
}
