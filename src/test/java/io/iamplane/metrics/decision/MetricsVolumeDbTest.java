package io.iamplane.metrics.decision;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.metric.MetricsWindow;
import io.iamplane.testing.Rows;
import io.iamplane.testing.Volume;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import org.jboss.logging.Logger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Metrics over the counts of 100,000,000 decisions: 92 days, 5 applications, 500 permissions. */
@QuarkusTest
@Tag("stress")
class MetricsVolumeDbTest {

  private static final Logger LOG = Logger.getLogger(MetricsVolumeDbTest.class);
  private static final int ROUNDS = 11;

  @Inject DecisionMetrics metrics;

  private final OrganizationId tenant = OrganizationId.next();
  private final Instant now = Instant.now();

  @Test
  void anAnswerReadsFewOfThem() throws SQLException {
    for (String step : List.of("minute", "hour", "day")) {
      fill(step);
    }
    Volume.analyze("iam_decision_totals");
    Volume.analyze("iam_decision_denials");
    long all =
        Long.parseLong(
            Rows.texts(
                    "SELECT sum(number) FROM iam_decision_totals WHERE step = 'day'"
                        + " AND organization_id = '%s'".formatted(tenant))
                .getFirst());
    assertThat(all).isGreaterThan(100_000_000);

    for (Duration length :
        List.of(
            Duration.ofHours(3),
            Duration.ofHours(47),
            Duration.ofDays(8),
            Duration.ofDays(30),
            Duration.ofDays(92))) {
      MetricsWindow window = MetricsWindow.of(now.minus(length).toString(), now.toString(), now);
      long[] micros = new long[ROUNDS];
      for (int i = 0; i < ROUNDS; i++) {
        long began = System.nanoTime();
        DecisionMetricsView view = metrics.of(tenant, window, i % 2 == 0 ? null : "app1");
        micros[i] = (System.nanoTime() - began) / 1_000;
        assertThat(view.allow() + view.deny() + view.stepUp()).isEqualTo(view.total());
        assertThat(view.topDenied()).hasSizeBetween(1, 20);
      }
      Arrays.sort(micros);
      LOG.infof(
          "metrics of %s: median %.1f ms, most %.1f ms",
          length, micros[ROUNDS / 2] / 1_000.0, micros[ROUNDS - 1] / 1_000.0);
    }
  }

  private void fill(String step) throws SQLException {
    String kept =
        switch (step) {
          case "minute" -> "47 hours";
          case "hour" -> "93 days";
          default -> "93 days";
        };
    long each =
        switch (step) {
          case "minute" -> 20;
          case "hour" -> 1_200;
          default -> 28_800;
        };
    String starts =
        "generate_series(date_trunc('%1$s', now() - interval '%2$s'), now(), interval '1 %1$s') s"
            .formatted(step, kept);
    Rows.update(
        ("INSERT INTO iam_decision_totals (organization_id, step, start, application, reason,"
                + " number, unlogged) SELECT '%s', '%s', s, 'app' || a, r, %d, 0 FROM %s,"
                + " generate_series(1, 5) a, unnest(ARRAY['granted_by_grant',"
                + " 'granted_by_relation', 'no_matching_grant', 'explicit_deny',"
                + " 'step_up_required', 'subject_unknown', 'permission_unknown',"
                + " 'dependency_unavailable']) r")
            .formatted(tenant, step, each, starts));
    Rows.update(
        ("INSERT INTO iam_decision_denials (organization_id, step, start, application, key, number)"
                + " SELECT '%s', '%s', s, 'app' || (k %% 5 + 1), 'app' || (k %% 5 + 1) || ':p' || k,"
                + " %d FROM %s, generate_series(1, 500) k")
            .formatted(tenant, step, each / 10, starts));
  }
}
