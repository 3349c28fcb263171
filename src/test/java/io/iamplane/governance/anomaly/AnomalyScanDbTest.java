package io.iamplane.governance.anomaly;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasItem;
import static org.hamcrest.Matchers.hasSize;

import com.fasterxml.jackson.databind.JsonNode;
import io.iamplane.decision.log.FlushedLog;
import io.iamplane.governance.anomaly.AnomalyScan.Scanned;
import io.iamplane.testing.AdminTenant;
import io.iamplane.testing.AnswerJson;
import io.iamplane.testing.Rows;
import io.iamplane.testing.TestPlatform;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Scans of the logs: once each, whole, and of one's own organization. */
@QuarkusTest
class AnomalyScanDbTest {

  /** Later than everything that was decided by then. */
  private static final Duration LATER = Duration.ofMinutes(5);

  @Inject TestPlatform platform;
  @Inject AnomalyScan scan;
  @Inject FlushedLog log;

  private AdminTenant tenant;

  @BeforeEach
  void aTenantThatIsLookedAt() throws Exception {
    tenant = new AdminTenant(platform);
    tenant.apply("warehouse", AdminTenant.WAREHOUSE);
    tenant.made("users", "{'name': 'Ann', 'external_id': 'ann'}");
    scan(Instant.now());
  }

  /** A scan of the other tests' organizations takes seconds. */
  private Scanned scan(Instant now) {
    return scan.run(List.of(tenant.organization()), now);
  }

  private Scanned scanned() {
    log.await();
    return scan(Instant.now().plus(LATER));
  }

  private void ask(int times) {
    ask("ann", times);
  }

  /** Asks for a permission that no account has; each time is a separate decision. */
  private void ask(String user, int times) {
    String body =
        "{'subject': 'user:%s', 'permission': 'warehouse:stock.read', 'checks': [%s]}"
            .formatted(user, String.join(",", Collections.nCopies(times, "{}")));
    JsonNode decisions =
        AnswerJson.at(tenant.post("decisions/batch", body).statusCode(200), "/data/decisions");
    assertThat(decisions.findValues("allowed"))
        .hasSize(times)
        .allMatch(allowed -> allowed.isBoolean() && !allowed.booleanValue());
  }

  private String emergency() {
    tenant.post(
        "roles",
        "{'key': 'rescuer', 'label': 'Rescuer', 'includes': ['warehouse:clerk'],"
            + " 'is_break_glass': true}");
    String own = platform.subject(tenant.administrator()).toString();
    String grant =
        tenant.made(
            "grants",
            "{'subject': '%s', 'privilege_type': 'role', 'privilege_key': 'rescuer',".formatted(own)
                + " 'activation_required': true}");
    tenant
        .post("grants/" + grant + "/activate", "{'justification': 'Incident 4711'}")
        .statusCode(200);
    return own;
  }

  @Test
  void denialsBeyondTheUsualAreASignalWithItsEventAndItsDecisions() {
    ask(40);
    assertThat(scanned().detected()).isPositive();
    String decisions =
        tenant
            .get("anomalies?filter[type]=denial_spike")
            .statusCode(200)
            .body("data", hasSize(1))
            .body("data[0].status", equalTo("open"))
            .body("data[0].reasons[0]", containsString("was denied"))
            .extract()
            .path("data[0].decisions");
    platform
        .as(tenant.token())
        .urlEncodingEnabled(false)
        .get(decisions)
        .then()
        .statusCode(200)
        .body("data.outcome", hasItem("deny"));
    tenant
        .get("audit/events?type=iam.anomaly.detected")
        .body("data", hasSize(1))
        .body("data[0].risk_level", equalTo("high"));
    tenant.get("events?limit=100").body("data.type", hasItem("iam.anomaly.detected"));
  }

  @Test
  void aSecondScanReadsOnlyWhatIsNew() {
    ask(3);
    long first = scanned().decisions();
    assertThat(first).isGreaterThanOrEqualTo(3);
    assertThat(scan(Instant.now().plus(LATER)).decisions()).isZero();
    tenant.get("anomalies").body("data", hasSize(0));
  }

  @Test
  void breakGlassIsASignalOfTheOneWhoUsedIt() {
    String own = emergency();
    scanned();
    String anomaly =
        tenant
            .get("anomalies?filter[type]=break_glass")
            .body("data", hasSize(1))
            .body("data[0].subject", equalTo(own))
            .extract()
            .path("data[0].id");
    String path = "anomalies/" + anomaly + "/resolve";
    new AdminTenant(platform).post(path, "{'verdict': 'expected'}").statusCode(404);
    tenant.post(path, "{'verdict': 'whatever'}").statusCode(422);
    tenant
        .post(path, "{'verdict': 'expected'}")
        .statusCode(403)
        .body("detail", containsString("about yourself"));
    AdminTenant colleague = tenant.second();
    colleague
        .post(path, "{'verdict': 'expected', 'note': 'An exercise'}")
        .statusCode(200)
        .body("data.verdict", equalTo("expected"))
        .body("data.status", equalTo("resolved"));
    colleague.post(path, "{'verdict': 'confirmed'}").statusCode(409);
    tenant.get("anomalies?filter[status]=open").body("data", hasSize(0));
  }

  @Test
  void scansAtTheSameTimeFindASignalOnce() throws Exception {
    emergency();
    log.await();
    Instant now = Instant.now().plus(LATER);
    List<Future<Scanned>> runs = new ArrayList<>();
    try (ExecutorService processes = Executors.newFixedThreadPool(4)) {
      for (int i = 0; i < 4; i++) {
        runs.add(processes.submit(() -> scan(now)));
      }
    }
    for (Future<Scanned> run : runs) {
      assertThat(run.get().failed()).isZero();
    }
    tenant.get("anomalies?filter[type]=break_glass").body("data", hasSize(1));
  }

  /** The scan is killed after it read the decisions and before it committed. */
  @Test
  void aScanThatFailedHalfWayIsRepeatedWhole() throws Exception {
    emergency();
    ask(40);
    Rows.update(
        """
        CREATE FUNCTION stop_anomalies() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN RAISE 'killed'; END $$
        """);
    Rows.update(
        """
        CREATE TRIGGER stop_anomalies AFTER INSERT ON iam_anomaly_signals FOR EACH ROW
        WHEN (NEW.organization_id = '%s' AND NEW.type = 'denial_spike')
        EXECUTE FUNCTION stop_anomalies()
        """
            .formatted(tenant.organization().id()));
    try {
      assertThat(scanned().failed()).isPositive();
      tenant.get("anomalies").body("data", hasSize(0));
    } finally {
      Rows.update("DROP TRIGGER stop_anomalies ON iam_anomaly_signals");
      Rows.update("DROP FUNCTION stop_anomalies");
    }
    assertThat(scanned().failed()).isZero();
    tenant.get("anomalies?filter[type]=denial_spike").body("data", hasSize(1));
    tenant.get("anomalies?filter[type]=break_glass").body("data", hasSize(1));
    tenant.get("audit/events?type=iam.anomaly.detected").body("data", hasSize(2));
  }

  /** Otherwise one unreadable block would end all scans of the organization. */
  @Test
  void aBlockThatCannotBeReadHoldsUpNothing() throws Exception {
    ask(3);
    log.await();
    Rows.updatePastTriggers(
        "UPDATE iam_decisions SET body = '\\x00ff' WHERE organization_id = '%s'"
            .formatted(tenant.organization().id()));
    ask(40);
    assertThat(scanned().failed()).isZero();
    tenant.get("anomalies?filter[type]=denial_spike").body("data", hasSize(1));
  }

  @Test
  void whereNothingIsNewNothingIsWritten() throws Exception {
    ask(3);
    scanned();
    Instant later = Instant.now().plus(LATER);
    scan(later);
    String row =
        "SELECT xmin::text || updated_at FROM iam_anomaly_states WHERE organization_id = '%s'"
            .formatted(tenant.organization().id());
    List<String> before = Rows.texts(row);
    scan(later);
    assertThat(Rows.texts(row)).isEqualTo(before);
  }

  /** A record from a server with a fast clock is read later, and not skipped. */
  @Test
  void aChangeByAClockThatIsAheadIsReadInItsPlace() throws Exception {
    emergency();
    tenant.made("users", "{'name': 'Later'}");
    Instant between = Instant.now().plusSeconds(3_600);
    Rows.with(statement -> {
      statement.execute(
          "ALTER TABLE iam_audit_records DISABLE TRIGGER iam_audit_records_append_only");
      statement.execute(
          "UPDATE iam_audit_records SET occurred_at = '%s'::timestamptz + interval '1 second'"
                  .formatted(between)
              + " WHERE organization_id = '%s' AND event_type = 'iam.break_glass.opened'"
                  .formatted(tenant.organization().id()));
      return statement.execute(
          "ALTER TABLE iam_audit_records ENABLE ALWAYS TRIGGER iam_audit_records_append_only");
    });
    // Two minutes later than what it reads up to.
    scan(between.plusSeconds(120));
    tenant.get("anomalies?filter[type]=break_glass").body("data", hasSize(0));
    scan(between.plusSeconds(130));
    tenant.get("anomalies?filter[type]=break_glass").body("data", hasSize(1));
  }

  /** Made-up subjects use up a day's alerts, and the emergency is said nevertheless. */
  @Test
  void madeUpSubjectsDoNotHideAnEmergency() {
    for (int subject = 0; subject < 12; subject++) {
      ask("made-up-" + subject, 30);
    }
    scanned();
    tenant.get("anomalies?filter[type]=denial_spike").body("data", hasSize(5));
    emergency();
    scanned();
    tenant.get("anomalies?filter[type]=break_glass").body("data", hasSize(1));
  }

  @Test
  void aDamagedStateIsLearnedAgain() throws Exception {
    Rows.update(
        "UPDATE iam_anomaly_states SET learned = '\\x00' WHERE organization_id = '%s'"
            .formatted(tenant.organization().id()));
    emergency();
    assertThat(scanned().failed()).isZero();
    tenant.get("anomalies?filter[type]=break_glass").body("data", hasSize(1));
  }
}
