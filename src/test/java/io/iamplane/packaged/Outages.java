package io.iamplane.packaged;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.iamplane.packaged.OutageWatch.Answer;
import io.iamplane.packaged.OutageWatch.Seen;
import io.iamplane.packaged.siege.Victim;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * Outages under one service with constant requests. In each of them there is no wrong answer, no
 * failure of the service and no loss, and the service recovers soon after the cause ends.
 */
final class Outages {

  /** The longest age of a policy, plus the longest time of an answer. */
  private static final Duration STALE = Duration.ofSeconds(2).plusMillis(500);

  private static final Duration UNREADY = Duration.ofSeconds(3);
  private static final Duration READY_AGAIN = Duration.ofSeconds(5);
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  /** The log counts as full while there is room for some decisions still. */
  private static final Duration NEARLY = Duration.ofSeconds(1);

  /** The reason of a denial because something is missing that a decision needs. */
  private static final String UNAVAILABLE = "dependency_unavailable";

  /** The reason of a denial because it could not be recorded. */
  private static final String FULL = "decision_log_full";

  /** The length of an outage, unless it says otherwise. */
  static final Duration AWAY = Duration.ofSeconds(7);

  /** The length of one in the stress tier. */
  static final Duration MINUTE = Duration.ofSeconds(Integer.getInteger("outage.seconds", 60));

  private final PackagedApp server;
  private final String token;
  private final OutageRecords records;

  /** A step that begins or ends an outage. */
  @FunctionalInterface
  interface Step {
    void run() throws Exception;
  }

  /** Observations of an outage, and the time until the service was ready after its end. */
  private record Observed(Seen seen, Duration again) {}

  /** The settings of a service with a small log. */
  static Map<String, String> environment(String url) {
    Map<String, String> environment = roomy(url);
    environment.put("IAM_DECISION_LOG_BUFFER", "1000000");
    return environment;
  }

  /** The same with as much room in the log as there is by default. */
  static Map<String, String> roomy(String url) {
    Map<String, String> environment = FreshDatabase.plainHttp(url);
    environment.putAll(PackagedTenant.UNLIMITED);
    return environment;
  }

  /**
   * Waits for a service, and creates the objects of the questions in an empty tenant.
   *
   * @param tenant the tenant of the administrator that asks
   */
  Outages(PackagedApp server, PackagedTenant tenant) throws IOException {
    this.server = server;
    await().atMost(PATIENCE).until(() -> server.status("/api/iam/v1/ready") == 200);
    this.token = tenant.token(server);
    this.records = new OutageRecords(server, token);
    new Victim(server.port(), token, "").prepare();
  }

  /** The service denies everything once its policy may be stale, until the outage is over. */
  void denies(String name, Step begin, Step end) throws Exception {
    denies(name, AWAY, begin, end);
  }

  /** The same for another time. */
  void denies(String name, Duration away, Step begin, Step end) throws Exception {
    Observed outage = observed(name, begin, _ -> pass(away), end);
    Seen seen = outage.seen();
    assertThat(seen.during(seen.checks(), STALE))
        .as("%s: no allow once the policy may be stale", name)
        .isNotEmpty()
        .allSatisfy(check -> assertThat(check.text()).isEqualTo(UNAVAILABLE));
    assertThat(seen.during(seen.readiness(), UNREADY))
        .as("%s: not ready", name)
        .isNotEmpty()
        .allSatisfy(answer -> assertThat(answer.status()).isEqualTo(503));
    requireReady(name, outage);
    records.require(seen);
  }

  /** Nothing is denied or refused. */
  void passes(String name, Duration time, Step begin, Step end) throws Exception {
    Seen seen = observed(name, begin, _ -> pass(time), end).seen();
    assertThat(seen.checks())
        .as("%s: nothing is denied", name)
        .allSatisfy(check -> assertThat(check.text()).startsWith("granted"));
    assertThat(seen.writes())
        .as("%s: nothing is refused", name)
        .allSatisfy(write -> assertThat(write.status()).isEqualTo(201));
    assertThat(seen.readiness())
        .as("%s: ready", name)
        .allSatisfy(answer -> assertThat(answer.status()).isEqualTo(200));
    records.require(seen);
  }

  /** Nothing can be written, and the log has room for all that is decided meanwhile. */
  void keeps(String name, Duration time, Step begin, Step end) throws Exception {
    Observed outage = observed(name, begin, _ -> pass(time), end);
    Seen seen = outage.seen();
    assertThat(seen.checks())
        .as("%s: decisions go on", name)
        .allSatisfy(check -> assertThat(check.text()).startsWith("granted"));
    assertThat(seen.readiness())
        .as("%s: ready", name)
        .allSatisfy(answer -> assertThat(answer.status()).isEqualTo(200));
    assertThat(seen.during(seen.writes(), Duration.ofSeconds(1)))
        .as("%s: nothing is changed", name)
        .isNotEmpty()
        .allSatisfy(write -> assertThat(write.text()).isEqualTo("not_applied"));
    requireReady(name, outage);
    records.require(seen);
    records.requireAllLogged();
  }

  /** Nothing can be written: decisions go on until the log has no room for them. */
  void fills(String name, Step begin, Step end) throws Exception {
    fills(name, UNREADY.plusSeconds(1), begin, end);
  }

  /**
   * The same for another time.
   *
   * @param time how long the outage lasts after the log was full
   */
  void fills(String name, Duration time, Step begin, Step end) throws Exception {
    Observed outage =
        observed(
            name,
            begin,
            watch -> {
              records.get("/api/iam/v1/users?limit=1");
              watch.awaitReason(FULL);
              pass(time);
              assertThat(server.manage("/q/health/ready").body())
                  .contains("\"decision log\": \"down\"")
                  .contains("\"database\": \"up\"");
            },
            end);
    Seen seen = outage.seen();
    Seen full = seen.from(first(seen, FULL));
    assertThat(seen.checks())
        .as("%s: decisions go on until the log is full", name)
        .filteredOn(check -> check.sent() - full.begun() < 0)
        .isNotEmpty()
        .allSatisfy(check -> assertThat(check.text()).startsWith("granted"));
    assertThat(full.during(full.checks(), Duration.ZERO))
        .as("%s: then they are denied", name)
        .isNotEmpty()
        .allSatisfy(check -> assertThat(check.text()).isEqualTo(FULL));
    assertThat(seen.readiness())
        .as("%s: ready until it is nearly full", name)
        .filteredOn(answer -> answer.sent() - full.begun() < -NEARLY.toNanos())
        .isNotEmpty()
        .allSatisfy(answer -> assertThat(answer.status()).isEqualTo(200));
    assertThat(full.during(full.readiness(), UNREADY))
        .as("%s: not ready while it is full", name)
        .isNotEmpty()
        .allSatisfy(answer -> assertThat(answer.status()).isEqualTo(503));
    assertThat(full.during(full.writes(), Duration.ZERO))
        .as("%s: nothing is changed", name)
        .isNotEmpty()
        .allSatisfy(write -> assertThat(write.text()).isEqualTo("not_applied"));
    requireReady(name, outage);
    records.require(seen);
  }

  private static Answer first(Seen seen, String reason) {
    return seen.checks().stream()
        .filter(check -> check.text().equals(reason))
        .findFirst()
        .orElseThrow();
  }

  @FunctionalInterface
  private interface Outage {
    void last(OutageWatch watch);
  }

  private Observed observed(String name, Step begin, Outage outage, Step end) throws Exception {
    try (OutageWatch watch = new OutageWatch(server, token, name)) {
      watch.awaitAllowed();
      watch.begins();
      begin.run();
      outage.last(watch);
      watch.ends();
      end.run();
      watch.isBack();
      Duration again = watch.awaitReady();
      watch.awaitAllowed();
      Seen seen = watch.stop();
      requireAnswers(name, seen);
      return new Observed(seen, again);
    }
  }

  private static void pass(Duration time) {
    await().pollDelay(time).atMost(time.plus(PATIENCE)).until(() -> true);
  }

  private static void requireReady(String name, Observed outage) {
    assertThat(outage.again()).as("%s: ready again", name).isLessThan(READY_AGAIN);
  }

  private void requireAnswers(String name, Seen seen) {
    assertThat(seen.checks())
        .as("%s: every check is answered", name)
        .isNotEmpty()
        .allSatisfy(check -> assertThat(check.status()).isEqualTo(200));
    assertThat(seen.health())
        .as("%s: alive throughout", name)
        .isNotEmpty()
        .allSatisfy(answer -> assertThat(answer.status()).isEqualTo(200));
    List<Answer> writes = seen.writes();
    assertThat(writes)
        .as(() -> name + ": no failure of the service, which logged\n" + server.err())
        .isNotEmpty()
        .allSatisfy(write -> assertThat(write.status()).isIn(201, 403));
  }
}
