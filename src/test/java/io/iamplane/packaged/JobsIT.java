package io.iamplane.packaged;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.iamplane.job.JobName;
import io.iamplane.packaged.PackagedApp.Ended;
import io.restassured.path.json.JsonPath;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Scheduled jobs of processes: by the clock, as CronJobs, at once, and killed half-way. */
@Tag("ci")
class JobsIT {

  private static final String READY = "/api/iam/v1/ready";
  private static final String NOWHERE = "jdbc:postgresql://127.0.0.1:1/iam";

  /** Shorter than an operator would have it: the test waits for three ticks. */
  private static final String OFTEN = "5s";

  private static final List<String> JOBS =
      Arrays.stream(JobName.values()).map(JobName::command).sorted().toList();

  @TempDir Path folder;

  private FreshDatabase.Installed installed;
  private String url;

  @BeforeEach
  void aTenant() {
    installed = FreshDatabase.bootstrapped();
    url = FreshDatabase.url(installed.name());
  }

  @Test
  @Tag("stress")
  void threeServersDoEachTickOnceAndTwoGoOn() throws SQLException {
    Map<String, String> environment = scheduled();
    try (PackagedApp first = PackagedApp.start(environment, "serve");
        PackagedApp second = PackagedApp.start(environment, "serve");
        PackagedApp third = PackagedApp.start(environment, "serve")) {
      Stream.of(first, second, third).forEach(JobsIT::awaitReady);
      awaitTicks(3);
      kill(first);
      awaitTicks(2);

      assertThat(texts("SELECT job FROM iam_job_runs GROUP BY job, tick HAVING count(*) > 1"))
          .as("done twice")
          .isEmpty();
      assertThat(
              texts(
                  "SELECT DISTINCT job FROM iam_job_runs WHERE runner = 'server'"
                      + " AND outcome = 'done' ORDER BY job"))
          .containsExactlyElementsOf(JOBS);
      await()
          .atMost(PackagedApp.PATIENCE)
          .until(() -> second.metric("iam_audit_chain_valid").equals("1.0"));
    }
  }

  @Test
  void aVerificationAsACronJobRunsItShowsInServers() throws IOException, SQLException {
    try (PackagedApp server = PackagedApp.start(FreshDatabase.plainHttp(url), "serve")) {
      awaitReady(server);
      assertThat(verify(url).exitCode()).isZero();
      awaitMetric(server, "iam_audit_chain_valid", "1.0");
      assertThat(integrity(server).getBoolean("data.integrity.valid")).isTrue();

      owner("ALTER TABLE iam_audit_records DISABLE TRIGGER iam_audit_records_append_only");
      owner("UPDATE iam_audit_records SET actor = 'cli:mallory' WHERE seq = 1");
      owner("ALTER TABLE iam_audit_records ENABLE ALWAYS TRIGGER iam_audit_records_append_only");
      Ended broken = verify(url);
      assertThat(broken.exitCode()).as(broken.err()).isEqualTo(1);
      assertThat(JsonPath.from(broken.out()).getBoolean("valid")).isFalse();
      awaitMetric(server, "iam_audit_chain_valid", "0.0");
      assertThat(integrity(server).getString("data.integrity.cause")).isEqualTo("record_altered");

      Ended away = verify(NOWHERE);
      assertThat(away.exitCode()).as(away.out()).isEqualTo(3);
      assertThat(away.err()).isEqualToIgnoringNewLines("iam: the database is unavailable");
      assertThat(texts("SELECT exit_code FROM iam_job_runs ORDER BY id")).containsExactly("0", "1");
    }
  }

  @Test
  @Tag("stress")
  void twiceAtOnceBesideServersEachCommandIsRight() throws SQLException {
    Map<String, String> environment = FreshDatabase.environment(url);
    try (PackagedApp server = PackagedApp.start(scheduled(), "serve")) {
      awaitReady(server);
      for (String command : JOBS) {
        String[] arguments = (command + " --json").split(" ");
        try (PackagedApp first = PackagedApp.start(environment, arguments);
            PackagedApp second = PackagedApp.start(environment, arguments)) {
          assertThat(first.awaitEnd().exitCode()).as(command).isIn(0, 3);
          assertThat(second.awaitEnd().exitCode()).as(command).isIn(0, 3);
        }
      }
    }
    whole();
  }

  /** Each waits for the test's lock, and is killed there. */
  @ParameterizedTest
  @Tag("stress")
  @ValueSource(
      strings = {
        "iam:audit:verify=LOCK TABLE iam_audit_checkpoints IN ACCESS EXCLUSIVE MODE",
        "iam:audit:checkpoint=SELECT FROM iam_policy_versions FOR UPDATE",
        "iam:partitions:ensure=LOCK TABLE iam_outbox_messages IN ACCESS EXCLUSIVE MODE",
        "iam:retention:run=LOCK TABLE iam_decision_seals IN ACCESS EXCLUSIVE MODE"
      })
  void killedHalfWayTheNextRunIsRight(String commandAndLock) throws SQLException {
    String command = commandAndLock.substring(0, commandAndLock.indexOf('='));
    Map<String, String> environment = FreshDatabase.environment(url);
    try (Connection holder = connect();
        Statement statement = holder.createStatement()) {
      holder.setAutoCommit(false);
      statement.execute(commandAndLock.substring(commandAndLock.indexOf('=') + 1));
      try (PackagedApp killed = PackagedApp.start(environment, command)) {
        await().atMost(PackagedApp.PATIENCE).until(this::isOneWaiting);
        assertThat(killed.isRunning()).isTrue();
      }
      holder.rollback();
    }
    PackagedTenant.done(PackagedApp.run(environment, command));
    whole();
    assertThat(
            texts(
                "SELECT coalesce(outcome, 'open') FROM iam_job_runs WHERE job = '%s' ORDER BY id LIMIT 2"
                    .formatted(command)))
        .containsExactly("open", "done");
  }

  private boolean isOneWaiting() throws SQLException {
    return !texts(
            "SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
                + " AND datname = current_database()")
        .isEmpty();
  }

  /** No chain is broken, and no record, event or checkpoint is there twice or missing. */
  private void whole() throws SQLException {
    PackagedTenant.done(
        PackagedApp.run(FreshDatabase.environment(url), "iam:audit:verify", "--full"));
    assertThat(
            texts(
                "SELECT organization_id FROM iam_audit_checkpoints GROUP BY organization_id, root"
                    + " HAVING count(*) > 1"))
        .isEmpty();
  }

  private Map<String, String> scheduled() {
    Map<String, String> environment = FreshDatabase.plainHttp(url);
    environment.put("IAM_SCHEDULE_ENABLED", "true");
    for (JobName job : JobName.values()) {
      environment.put("IAM_SCHEDULE_" + job.name(), OFTEN);
    }
    return environment;
  }

  /**
   * With the few settings that it needs and no key, and where nothing may be written: neither the
   * working directory nor the one for temporary files.
   */
  private Ended verify(String database) throws IOException {
    Path directory = Files.createTempDirectory(folder, "read-only");
    Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("r-xr-xr-x"));
    Map<String, String> environment = new HashMap<>();
    environment.put("QUARKUS_DATASOURCE_JDBC_URL", database);
    environment.put("QUARKUS_DATASOURCE_USERNAME", "postgres");
    environment.put("QUARKUS_DATASOURCE_PASSWORD", "postgres");
    environment.put("IAM_ISSUER", "https://iam.example.com");
    Ended ended =
        PackagedApp.runIn(
            directory,
            List.of("-Djava.io.tmpdir=" + directory),
            environment,
            "iam:audit:verify",
            "--json");
    try (Stream<Path> written = Files.list(directory)) {
      assertThat(written).isEmpty();
    }
    return ended;
  }

  private static void kill(PackagedApp server) {
    ProcessHandle.of(server.pid()).ifPresent(ProcessHandle::destroyForcibly);
    await().atMost(PackagedApp.PATIENCE).until(() -> !server.isRunning());
  }

  private void awaitTicks(int more) throws SQLException {
    Map<String, Integer> before = new HashMap<>();
    for (String job : JOBS) {
      before.put(job, ticks(job));
    }
    for (String job : JOBS) {
      await()
          .atMost(PackagedApp.PATIENCE)
          .until(() -> ticks(job) >= before.getOrDefault(job, 0) + more);
    }
  }

  private int ticks(String job) throws SQLException {
    return texts("SELECT DISTINCT tick FROM iam_job_runs WHERE job = '" + job + "'").size();
  }

  private JsonPath integrity(PackagedApp server) {
    String token = PackagedTenant.of(installed).token(server);
    return JsonPath.from(
        server.get("/api/iam/v1/metrics/audit", "Authorization", "Bearer " + token).body());
  }

  private static void awaitReady(PackagedApp server) {
    await().atMost(PackagedApp.PATIENCE).until(() -> server.status(READY) == 200);
  }

  private static void awaitMetric(PackagedApp server, String name, String value) {
    await().atMost(PackagedApp.PATIENCE).until(() -> server.metric(name).equals(value));
  }

  private Connection connect() throws SQLException {
    return DriverManager.getConnection(url, "postgres", "postgres");
  }

  private void owner(String sql) throws SQLException {
    try (Connection owner = connect();
        Statement statement = owner.createStatement()) {
      statement.execute(sql);
    }
  }

  private List<String> texts(String query) throws SQLException {
    try (Connection owner = connect();
        Statement statement = owner.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      List<String> texts = new ArrayList<>();
      while (rows.next()) {
        texts.add(rows.getString(1));
      }
      return texts;
    }
  }
}
