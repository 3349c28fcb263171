package io.iamplane.signin;

import io.iamplane.bootstrap.DemoTenant;
import io.iamplane.directory.organization.Organization;
import io.iamplane.directory.organization.OrganizationService;
import io.iamplane.governance.anomaly.AnomalyScan;
import io.iamplane.testing.Rows;
import jakarta.inject.Singleton;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** Anomaly scans of the demo tenant, whose budget of alerts other tests do not use up. */
@Singleton
public class DemoSignals {

  /** Longer than what a scan leaves to the next one. */
  private static final Duration LATER = Duration.ofMinutes(3);

  private final AnomalyScan scan;
  private final OrganizationService organizations;

  DemoSignals(AnomalyScan scan, OrganizationService organizations) {
    this.scan = scan;
    this.organizations = organizations;
  }

  /** Reads what is there, and forgets the signals of it. */
  public void begin() throws SQLException {
    scan();
    Rows.update(
        "DELETE FROM iam_anomaly_signals WHERE organization_id = '%s'".formatted(demo().id()));
  }

  /** Scans once more; returns the number of new signals. */
  public int scan() {
    return scan.run(List.of(demo()), Instant.now().plus(LATER)).detected();
  }

  /** Types of the signals about a person, in any organization, by their names. */
  public static List<String> of(String user) throws SQLException {
    return Rows.texts(
        "SELECT type FROM iam_anomaly_signals WHERE subject = 'user:%s' ORDER BY type"
            .formatted(user));
  }

  private Organization demo() {
    return organizations.byKey(DemoTenant.KEY).orElseThrow();
  }
}
