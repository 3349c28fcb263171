package io.iamplane.metrics.grant;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.metric.MetricsWindow;
import io.iamplane.testing.Rows;
import io.iamplane.testing.TestPlatform;
import io.iamplane.testing.Volume;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The figures of a tenant of a million grants are read in time. */
@QuarkusTest
@Tag("stress")
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class GrantMetricsStressDbTest {

  private static final int ROWS = Integer.getInteger("stress.rows", 1_000_000);
  private static final int CALLS = 40;
  private static final Duration MOST = Duration.ofMillis(50);

  @Inject TestPlatform platform;
  @Inject GrantMetrics metrics;
  @Inject GrantCounting counting;

  @Test
  void aMillionGrantsAreCountedInTime() throws Exception {
    OrganizationId tenant = platform.tenant().id();
    Volume volume = new Volume(tenant);
    volume.grants(ROWS);
    // What other tests left is counted, too, some organizations at a time.
    while (isUncounted(tenant)) {
      counting.fold();
    }
    Instant now = Instant.now();
    MetricsWindow window = MetricsWindow.of(null, null, now);
    double[] millis = new double[CALLS];
    for (int i = 0; i < CALLS; i++) {
      long start = System.nanoTime();
      GrantMetricsView view = metrics.of(tenant, window);
      millis[i] = (System.nanoTime() - start) / 1e6;
      assertThat(view.active() + view.revoked() + ROWS / 1_000).isEqualTo(ROWS);
    }
    Arrays.sort(millis);
    System.out.printf(
        "metrics/grants of %,d grants: p50 %.1f ms, at most %.1f ms%n",
        ROWS, millis[CALLS / 2], millis[CALLS - 1]);
    assertThat(millis[CALLS / 2]).as("p50 in ms").isLessThanOrEqualTo(MOST.toMillis());
  }

  private static boolean isUncounted(OrganizationId tenant) throws SQLException {
    return Rows.texts(
            "SELECT '' FROM iam_grant_counted WHERE organization_id = '" + tenant.value() + "'")
        .isEmpty();
  }
}
