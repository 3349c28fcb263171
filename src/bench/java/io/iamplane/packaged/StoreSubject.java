package io.iamplane.packaged;

import io.iamplane.packaged.answers.AnswerVerifier;
import io.iamplane.packaged.answers.ExpectedAnswer;
import io.iamplane.packaged.siege.Victim;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.Page;
import io.iamplane.shared.PageRequest;
import io.iamplane.shared.wire.ListRequest;
import io.iamplane.testing.Volume;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A build that stores are measured of. The tenant is small and is written to; the platform's own
 * organization holds the volume.
 */
final class StoreSubject implements AutoCloseable {

  static final int LANES = 64;
  private static final Duration MOST = Duration.ofMinutes(2);

  /** The order of the list's filters, of which none is set: as the resource says it. */
  private static final String GRANTS =
      ListRequest.of("grants", null, null, null, null, null, null).list();

  /** A hundred of them. */
  private static final ExpectedAnswer PAGE =
      ExpectedAnswer.of(
          Map.of("/data/99/id", ExpectedAnswer.ANY, "/data/100", ExpectedAnswer.ABSENT));

  private static final String CHECK =
      "{\"subject\":\"user:x2\",\"permission\":\"docs:item.read\",\"at_least\":%d}";

  private final BenchServer server;
  private final AtomicInteger names = new AtomicInteger();
  private final AtomicInteger shed = new AtomicInteger();

  StoreSubject(BenchServer server) throws IOException {
    this.server = server;
    new Victim(server.app().port(), server.tenant().token(server.app()), "").prepare();
    try (StoreLane lane = lane(0)) {
      lane.post("groups", "{\"name\":\"Crowd\",\"key\":\"crowd\"}");
      for (int i = 0; i < LANES; i++) {
        lane.post("users", "{\"name\":\"U\",\"external_id\":\"u%d\"}".formatted(i));
        lane.post("service-accounts", "{\"name\":\"A\",\"external_id\":\"a%d\"}".formatted(i));
      }
    }
  }

  /** The number of requests that were refused with 429, and were asked again. */
  int shed() {
    return shed.get();
  }

  /** Operations in a second, one after the other on each connection. */
  double perSecond(StoreOperation operation, int connections, Duration time) throws Exception {
    String token = server.tenant().token(server.app());
    String platform = server.platform().token(server.app());
    long start = System.nanoTime();
    long until = start + time.toNanos();
    List<Future<Integer>> asked = new ArrayList<>();
    try (ExecutorService threads = Executors.newFixedThreadPool(connections)) {
      for (int i = 0; i < connections; i++) {
        StoreLane lane = new StoreLane(server.app().port(), i, token, platform, shed);
        asked.add(threads.submit(() -> ask(operation, lane, until)));
      }
    }
    double took = (System.nanoTime() - start) / 1e9;
    int done = 0;
    for (Future<Integer> each : asked) {
      done += each.get();
    }
    return done / took;
  }

  private int ask(StoreOperation operation, StoreLane asking, long until) throws IOException {
    int done = 0;
    try (StoreLane lane = asking) {
      while (System.nanoTime() < until) {
        operation.on(lane, "n" + names.incrementAndGet());
        done++;
      }
    }
    return done;
  }

  /** Fills the platform's organization with people, one grant for each. */
  void fill(int people) throws IOException, SQLException {
    try (StoreLane lane = platformLane()) {
      lane.post("applications/docs/manifests", Victim.manifest("docs"));
      lane.post("manifests/" + lane.get("manifests?limit=1").id() + "/apply", "");
    }
    Volume volume = new Volume(platform(), this::update);
    volume.users(people);
    volume.grants(people);
  }

  /** Adds revoked grants, which lists show and no policy holds. */
  void fillList(int present, int rows) throws SQLException {
    new Volume(platform(), this::update)
        .insert(
            rows - present,
            """
            INSERT INTO iam_grants (id, organization_id, subject_type, subject_id, privilege_type,
              privilege_key, effect, application, status, source, created_at, updated_at)
            SELECT %1$s, '%2$s', 'user', %1$s::text, 'role', 'docs:reader', 'permit', 'docs',
              'revoked', 'direct', now(), now()
            """
                .formatted(Volume.id("(i + " + present + ")"), platform().value()));
    update("VACUUM ANALYZE iam_grants");
  }

  /** The time of the first decision that needs the whole policy read again. */
  Duration load() throws IOException, SQLException {
    long version = unknownChange(platform());
    try (StoreLane lane = platformLane()) {
      long start = System.nanoTime();
      for (String answer = ""; !answer.contains("\"allowed\":true"); ) {
        answer = lane.post("decisions/check", CHECK.formatted(version)).body();
        if (System.nanoTime() - start > MOST.toNanos()) {
          throw new IOException("not loaded: " + answer);
        }
      }
      return Duration.ofNanos(System.nanoTime() - start);
    }
  }

  /** Writes a change of a type unknown to every build, so that each stops following and reloads. */
  private long unknownChange(OrganizationId organization) throws SQLException {
    update(
        """
        UPDATE iam_policy_versions SET version = version + 1 WHERE organization_id = '%1$s';
        INSERT INTO iam_policy_changes (organization_id, version, ordinal, event_type, target_type,
          target_id, changed_at)
        SELECT organization_id, version, 0, 'bench', 'bench', 'bench', now()
        FROM iam_policy_versions WHERE organization_id = '%1$s'
        """
            .formatted(organization.value()));
    String version = "SELECT version FROM iam_policy_versions WHERE organization_id = '%s'";
    return Long.parseLong(text(version.formatted(organization.value())));
  }

  /** Pages of 100 grants in a second, each somewhere in a list of so many. */
  double pages(int rows, Duration time) throws IOException {
    int done = 0;
    AnswerVerifier verifier = new AnswerVerifier("grants of " + rows);
    try (StoreLane lane = platformLane()) {
      long start = System.nanoTime();
      while (System.nanoTime() - start < time.toNanos()) {
        UUID after = Volume.uuid(ThreadLocalRandom.current().nextInt(rows / 2, rows - 100));
        String cursor = PageRequest.cursor(new Page<>(List.of(), after.toString()), GRANTS);
        verifier.require(
            "page of grants", PAGE, 200, lane.get("grants?limit=100&cursor=" + cursor).body());
        done++;
      }
      return done * 1e9 / (System.nanoTime() - start);
    }
  }

  /** The time of the command that imports a file. */
  Duration importing(String json) throws IOException {
    Path file = Files.createTempFile(PackagedApp.TARGET, "import-", ".json");
    Files.writeString(file, json);
    long start = System.nanoTime();
    PackagedTenant.done(
        PackagedApp.run(
            server.launch(),
            server.environment(),
            "iam:relations:import",
            file.toString(),
            "--organization",
            "acme"));
    Duration took = Duration.ofNanos(System.nanoTime() - start);
    Files.delete(file);
    return took;
  }

  private StoreLane lane(int number) {
    return new StoreLane(
        server.app().port(),
        number,
        server.tenant().token(server.app()),
        server.platform().token(server.app()),
        shed);
  }

  private StoreLane platformLane() {
    return lane(0).platform();
  }

  private OrganizationId platform() throws SQLException {
    return new OrganizationId(
        UUID.fromString(text("SELECT id FROM iam_organizations WHERE key = 'platform'")));
  }

  private void update(String sql) throws SQLException {
    try (Connection connection = connection();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private String text(String sql) throws SQLException {
    try (Connection connection = connection();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      row.next();
      return row.getString(1);
    }
  }

  private Connection connection() throws SQLException {
    return DriverManager.getConnection(server.url(), "postgres", "postgres");
  }

  @Override
  public void close() {
    server.close();
  }
}
