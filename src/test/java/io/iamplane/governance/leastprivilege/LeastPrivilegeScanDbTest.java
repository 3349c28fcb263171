package io.iamplane.governance.leastprivilege;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasItem;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.notNullValue;

import io.iamplane.cli.Commands;
import io.iamplane.decision.log.FlushedLog;
import io.iamplane.decision.log.RecordedVolume;
import io.iamplane.directory.client.IssuedClient;
import io.iamplane.governance.leastprivilege.LeastPrivilegeScan.Scanned;
import io.iamplane.testing.AdminTenant;
import io.iamplane.testing.Rows;
import io.iamplane.testing.TestPlatform;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.ValidatableResponse;
import jakarta.inject.Inject;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@QuarkusTest
class LeastPrivilegeScanDbTest {

  private static final String LIST = "recommendations/least-privilege";

  @Inject TestPlatform platform;
  @Inject LeastPrivilegeScan scan;
  @Inject RecordedVolume volume;
  @Inject FlushedLog log;
  @Inject Commands commands;

  private UsedTenant used;
  private AdminTenant tenant;

  @BeforeEach
  void aTenantThatDecided() {
    tenant = new AdminTenant(platform);
    used = new UsedTenant(tenant, volume, log, scan);
    used.user("ann");
  }

  private ValidatableResponse of(String type) {
    return tenant.get(LIST + "?filter[status]=open&filter[type]=" + type).statusCode(200);
  }

  private String only(String type) {
    return of(type).body("data", hasSize(1)).extract().path("data[0].id");
  }

  private ValidatableResponse accept(String id) {
    return tenant.post(LIST + "/" + id + "/accept");
  }

  @Test
  void aGrantThatNoDecisionUsedIsRecommendedToEndWithItsProof() {
    String grant = used.role("ann", "depot:clerk");
    used.used("ann", "depot:stock.read", 120);
    Scanned first = used.scanned();
    assertThat(first.failed()).isZero();
    assertThat(first.opened()).isEqualTo(1);
    of("unused_grant")
        .body("data", hasSize(1))
        .body("data[0].target", equalTo("grant:" + grant))
        .body("data[0].severity", equalTo("medium"))
        .body("data[0].evidence.uses", equalTo(1))
        .body("data[0].evidence.last_used_at", notNullValue())
        .body("data[0].change.revoke[0]", equalTo(grant))
        .body("data[0].proof.newly_denied", equalTo(0));
    accept(only("unused_grant"))
        .statusCode(200)
        .body("data.recommendation.status", equalTo("accepted"))
        .body("data.revoked[0]", equalTo(grant));
    tenant.get("grants/" + grant).body("data.status", equalTo("revoked"));
    tenant.get("audit/events?type=iam.recommendation.accepted").body("data", hasSize(1));
    tenant.get("events?limit=100").body("data.type", hasItem("iam.recommendation.made"));
  }

  /** The proof may take longer than a transaction, in which a key would put it. */
  @Test
  void aRecommendationIsAcceptedOnceUnderAKey() {
    String grant = used.role("ann", "depot:clerk");
    used.used("ann", "depot:stock.read", 120);
    used.scanned();
    String path = AdminTenant.PATH + LIST + "/" + only("unused_grant") + "/accept";
    for (int i = 0; i < 2; i++) {
      tenant
          .request()
          .header("Idempotency-Key", "accept-1")
          .post(path)
          .then()
          .statusCode(200)
          .body("data.revoked[0]", equalTo(grant));
    }
    tenant.get("audit/events?type=iam.recommendation.accepted").body("data", hasSize(1));
  }

  /** No lock of a key keeps them apart, but the state of the recommendation. */
  @Test
  void repeatsAtOnceAcceptARecommendationOnce() throws Exception {
    used.role("ann", "depot:clerk");
    used.used("ann", "depot:stock.read", 120);
    used.scanned();
    String path = AdminTenant.PATH + LIST + "/" + only("unused_grant") + "/accept";
    Callable<Integer> repeat =
        () -> tenant.request().header("Idempotency-Key", "accept-1").post(path).statusCode();
    List<Integer> statuses = new ArrayList<>();
    try (ExecutorService threads = Executors.newFixedThreadPool(8)) {
      for (Future<Integer> each : threads.invokeAll(Collections.nCopies(8, repeat))) {
        statuses.add(each.get());
      }
    }
    assertThat(statuses).contains(200).isSubsetOf(200, 409, 429);
    tenant.get("audit/events?type=iam.recommendation.accepted").body("data", hasSize(1));
    tenant.get("audit/events?type=iam.grant.revoked").body("data", hasSize(1));
  }

  @Test
  void aSecondScanReadsOnlyWhatIsNew() {
    used.role("ann", "depot:clerk");
    used.used("ann", "depot:stock.read", 120);
    assertThat(used.scanned().decisions()).isPositive();
    Scanned second = used.scanned();
    assertThat(second.decisions()).isZero();
    assertThat(second.replayed()).isZero();
    assertThat(second.opened()).isZero();
    assertThat(tenant.allows("user:ann", "depot:stock.adjust")).isFalse();
    Scanned third = used.scanned();
    // The check, and the gates of nothing else: to list recommendations was not asked.
    assertThat(third.decisions()).isEqualTo(1);
    assertThat(third.replayed()).isEqualTo(1);
  }

  @Test
  void whatIsUsedAgainIsResolvedByItselfAndAStaleOneIsRefused() {
    used.role("ann", "depot:clerk");
    used.scanned();
    String id = only("unused_grant");
    assertThat(tenant.allows("user:ann", "depot:stock.read")).isTrue();
    log.await();
    accept(id).statusCode(409).body("detail", containsString("stale"));
    assertThat(used.scanned().resolved()).isEqualTo(1);
    tenant.get(LIST + "?filter[status]=resolved").body("data.id", hasItem(id));
    tenant.get("audit/events?type=iam.recommendation.resolved").body("data", hasSize(1));
    accept(id).statusCode(409);
  }

  @Test
  void whatIsDismissedStaysDismissed() {
    used.role("ann", "depot:clerk");
    used.scanned();
    String path = LIST + "/" + only("unused_grant") + "/dismiss";
    new AdminTenant(platform).post(path, "{'reason': 'Not mine'}").statusCode(404);
    tenant.post(path, "{}").statusCode(422);
    tenant
        .post(path, "{'reason': 'Needed at the end of the year'}")
        .statusCode(200)
        .body("data.status", equalTo("dismissed"))
        .body("data.reason", equalTo("Needed at the end of the year"));
    tenant.post(path, "{'reason': 'Again'}").statusCode(409);
    assertThat(used.scanned().opened()).isZero();
    of("unused_grant").body("data", hasSize(0));
  }

  @Test
  void neitherYoungGrantsNorBreakGlassAreRecommended() {
    tenant.made(
        "grants",
        "{'subject': 'user:ann', 'privilege_type': 'role', 'privilege_key': 'depot:clerk'}");
    tenant
        .post(
            "roles",
            "{'key': 'rescuer', 'label': 'Rescuer', 'includes': ['depot:boss'],"
                + " 'is_break_glass': true}")
        .statusCode(201);
    used.role("ann", "rescuer");
    assertThat(used.scanned().opened()).isZero();
  }

  @Test
  void aPrivilegedGrantWithoutEndGetsOne() {
    String grant = used.role("ann", "depot:boss");
    for (String permission : List.of("read", "adjust", "count", "write_off")) {
      used.used("ann", "depot:stock." + permission, 3);
    }
    used.scanned();
    of("unused_grant").body("data", hasSize(0));
    String made =
        accept(only("permanent_privileged"))
            .statusCode(200)
            .body("data.revoked[0]", equalTo(grant))
            .extract()
            .path("data.grants[0]");
    tenant
        .get("grants/" + made)
        .body("data.privilege_key", equalTo("depot:boss"))
        .body("data.valid_until", notNullValue());
    assertThat(tenant.allows("user:ann", "depot:stock.write_off")).isTrue();
  }

  @Test
  void anAccountThatIsNotActiveLosesItsGrants() {
    String id = used.user("bob");
    used.role("bob", "depot:clerk");
    used.permission("bob", "depot:stock.adjust");
    tenant.post("users/" + id + "/suspend").statusCode(200);
    used.scanned();
    of("unused_grant").body("data", hasSize(0));
    accept(only("inactive_subject")).statusCode(200).body("data.revoked", hasSize(2));
  }

  @Test
  void ofTwoOfTheSameGrantOneGoes() {
    String wide = used.role("ann", "depot:clerk");
    String narrow =
        used.grant(
            "ann",
            "'privilege_type': 'role', 'privilege_key': 'depot:clerk', 'condition':"
                + " 'context.amount < 100'");
    used.used("ann", "depot:stock.read", 3);
    used.used("ann", "depot:stock.count", 3);
    used.scanned();
    of("unused_grant").body("data", hasSize(0));
    of("duplicate_grant").body("data[0].change.revoke[0]", equalTo(narrow));
    accept(only("duplicate_grant")).statusCode(200);
    tenant.get("grants/" + wide).body("data.status", equalTo("active"));
  }

  @Test
  void scansAtTheSameTimeFindEachOnceAndCountEachOnce() throws Exception {
    String grant = used.role("ann", "depot:clerk");
    used.used("ann", "depot:stock.read", 120);
    used.used("ann", "depot:stock.read", 119);
    List<Future<Scanned>> runs = new ArrayList<>();
    try (ExecutorService processes = Executors.newFixedThreadPool(4)) {
      for (int i = 0; i < 4; i++) {
        runs.add(processes.submit(used::scanned));
      }
    }
    for (Future<Scanned> run : runs) {
      assertThat(run.get().failed()).isZero();
    }
    used.scanned();
    of("unused_grant").body("data", hasSize(1)).body("data[0].evidence.uses", equalTo(2));
    assertThat(
            Rows.texts(
                "SELECT uses::text FROM iam_grant_uses WHERE grant_id = '%s'".formatted(grant)))
        .containsExactly("2");
    tenant.get("audit/events?type=iam.recommendation.made").body("data", hasSize(1));
  }

  @Test
  void theCommandSaysWhatItRead() throws Exception {
    used.role("ann", "depot:clerk");
    log.await();
    OthersAside others = OthersAside.of(tenant.organization().id());
    try {
      Commands.Ended ended = commands.run("iam:least-privilege:scan", "--json");
      assertThat(ended.out()).contains("\"decisions\"", "\"replayed\"", "\"uncovered\"");
    } finally {
      others.comeBack();
    }
    of("unused_grant").body("data", hasSize(1));
  }

  @Test
  void nothingIsRecommendedBeforeTheLogCoversTheWindow() throws Exception {
    used.role("ann", "depot:clerk");
    Rows.update(
        "DELETE FROM iam_decisions WHERE organization_id = '%s'"
            .formatted(tenant.organization().id()));
    used.used("first", "depot:stock.read", 30);
    Scanned scanned = used.scanned();
    assertThat(scanned.uncovered()).isEqualTo(1);
    assertThat(scanned.opened()).isZero();
  }

  @Test
  void toAcceptNeedsTheRightToGrantAsWell() {
    used.role("ann", "depot:clerk");
    used.scanned();
    String path = LIST + "/" + only("unused_grant");
    tenant
        .post(
            "roles",
            "{'key': 'tidier', 'label': 'Tidier', 'permissions':"
                + " ['iam:least_privilege.view', 'iam:least_privilege.manage']}")
        .statusCode(201);
    IssuedClient client = platform.clientWithoutRights(tenant.organization());
    tenant.made(
        "grants",
        "{'subject': '%s', 'privilege_type': 'role', 'privilege_key': 'tidier'}"
            .formatted(platform.subject(client)));
    AdminTenant tidier = tenant.as(platform.token(client));
    tidier.get(LIST).statusCode(200).body("data", hasSize(1));
    tidier
        .post(path + "/accept")
        .statusCode(403)
        .body("detail", containsString("iam:grants.manage"));
    new AdminTenant(platform).post(path + "/accept").statusCode(404);
  }
}
