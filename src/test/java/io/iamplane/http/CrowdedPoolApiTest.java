package io.iamplane.http;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.agroal.api.AgroalDataSource;
import io.iamplane.shared.OrganizationId;
import io.iamplane.testing.AdminTenant;
import io.iamplane.testing.TestDatabase;
import io.iamplane.testing.TestPlatform;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import io.restassured.specification.RequestSpecification;
import jakarta.inject.Inject;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** One tenant's writers all wait for its lock, which does not come free. */
@QuarkusTest
class CrowdedPoolApiTest {

  /** Far above the time of an idle service, far below any deadline that a starved one meets. */
  private static final Duration PROMPT = Duration.ofMillis(1_500);

  /** Rounds without an attack, by which a busy machine is known. */
  private static final int CALM_ROUNDS = 5;

  /** A starved request takes longer by more than this factor; a slow machine slows both runs. */
  private static final int SLOWER = 20;

  @Inject TestPlatform platform;
  @Inject AgroalDataSource pool;

  @ConfigProperty(name = "quarkus.transaction-manager.default-transaction-timeout")
  Duration transactionTime;

  private final AtomicLong number = new AtomicLong();
  private final List<Duration> times = new ArrayList<>();
  private AdminTenant attacker;
  private AdminTenant other;

  @BeforeEach
  void twoTenants() {
    attacker = new AdminTenant(platform);
    other = new AdminTenant(platform);
    attacker.get("users").statusCode(200);
    other.get("users").statusCode(200);
  }

  @Test
  void writersThatWaitForTheirTenantsLockHoldUpNoOtherTenant() throws Exception {
    attack(64, 20);
  }

  @Test
  @Tag("stress")
  void writersByTheHundredsHoldUpNoOtherTenant() throws Exception {
    attack(640, 200);
  }

  /** Otherwise a writer is refused without a reason: the transaction's end has none. */
  @Test
  void bothWaitsForARowEndBeforeTheTransaction() throws SQLException {
    try (Connection connection = pool.getConnection();
        var statement = connection.createStatement();
        var row =
            statement.executeQuery(
                "SELECT setting::int FROM pg_settings WHERE name = 'lock_timeout'")) {
      row.next();
      assertThat(Duration.ofMillis(2L * row.getInt(1))).isPositive().isLessThan(transactionTime);
    }
  }

  private void attack(int writers, int rounds) throws Exception {
    for (int i = 0; i < CALM_ROUNDS; i++) {
      theOthersAreServed();
    }
    Duration calm = median();
    times.clear();
    List<Future<Response>> answers = new ArrayList<>();
    // Platform threads: the proxy before the database has the virtual ones of this process.
    try (ExecutorService threads = Executors.newFixedThreadPool(writers);
        Connection holder = lock(attacker.organization().id())) {
      for (int i = 0; i < writers; i++) {
        int writer = i;
        answers.add(threads.submit(() -> write(attacker, writer % 2 == 0)));
      }
      await().until(() -> waitingForTheLock() > 0);
      for (int i = 0; i < rounds; i++) {
        theOthersAreServed();
        assertThat(waitingForTheLock()).isLessThanOrEqualTo(2);
      }
      holder.rollback();
    }
    allWere(calm);
    for (Future<Response> answer : answers) {
      Response came = answer.get();
      assertThat(came.statusCode()).isIn(201, 409, 429);
      if (came.statusCode() != 201) {
        assertThat(came.<String>path("outcome")).isIn("not_applied", null);
      }
    }
    assertThat(write(attacker, true).statusCode()).isEqualTo(201);
  }

  private void theOthersAreServed() {
    prompt(200, () -> platform.as(other.token()).get(AdminTenant.PATH + "users"));
    prompt(201, () -> write(other, false));
    prompt(201, () -> write(other, true));
    prompt(200, () -> tokenOf(other));
    prompt(200, () -> tokenOf(attacker));
    prompt(200, () -> given().get(AdminTenant.PATH + "ready"));
    prompt(200, () -> platform.as(attacker.token()).get(AdminTenant.PATH + "users"));
  }

  private void prompt(int status, Supplier<Response> request) {
    long began = System.nanoTime();
    Response answer = request.get();
    long took = System.nanoTime() - began;
    assertThat(answer.statusCode()).as(answer.asString()).isEqualTo(status);
    times.add(Duration.ofNanos(took));
  }

  /**
   * The machine may stop for a moment, which delays one answer in a hundred at most; a starved
   * service delays them all.
   */
  private void allWere(Duration calm) {
    List<Duration> late = times.stream().filter(time -> time.compareTo(PROMPT) >= 0).toList();
    assertThat(late)
        .as("of %d, median %s", times.size(), median())
        .hasSizeLessThanOrEqualTo(times.size() / 100);
    assertThat(median()).isLessThan(PROMPT).isLessThan(calm.multipliedBy(SLOWER));
  }

  private Duration median() {
    return times.stream().sorted().toList().get(times.size() / 2);
  }

  private Response write(AdminTenant tenant, boolean withKey) {
    long unique = number.incrementAndGet();
    RequestSpecification request = platform.as(tenant.token()).contentType("application/json");
    if (withKey) {
      request.header("Idempotency-Key", "crowd-" + unique);
    }
    return request
        .body("{\"name\": \"User\", \"external_id\": \"crowd-" + unique + "\"}")
        .post(AdminTenant.PATH + "users");
  }

  private static Response tokenOf(AdminTenant tenant) {
    return given()
        .auth()
        .preemptive()
        .basic(tenant.administrator().clientId(), tenant.administrator().secret().reveal())
        .formParam("grant_type", "client_credentials")
        .post("/oauth/token");
  }

  private static Connection lock(OrganizationId organization) throws SQLException {
    Connection holder = connect();
    holder.setAutoCommit(false);
    try (var statement =
        holder.prepareStatement(
            "SELECT 1 FROM iam_policy_versions WHERE organization_id = ? FOR UPDATE")) {
      statement.setObject(1, organization.value());
      statement.execute();
    }
    return holder;
  }

  private static int waitingForTheLock() throws SQLException {
    try (Connection connection = connect();
        var statement = connection.createStatement();
        var row =
            statement.executeQuery(
                "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'")) {
      row.next();
      return row.getInt(1);
    }
  }

  private static Connection connect() throws SQLException {
    return DriverManager.getConnection(TestDatabase.directUrl(), "postgres", "postgres");
  }
}
