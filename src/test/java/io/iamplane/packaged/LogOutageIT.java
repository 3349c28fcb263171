package io.iamplane.packaged;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.packaged.FreshDatabase.Installed;
import io.iamplane.packaged.Outages.Step;
import io.iamplane.packaged.siege.Lane;
import io.restassured.path.json.JsonPath;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A database takes no writes for a minute, or the table of the log is slow, while eight clients of
 * one tenant send more than the log holds meanwhile. {@code -Doutage.seconds} is another length.
 */
@Tag("stress")
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class LogOutageIT {

  /** Decisions a second. */
  private static final double SENT = 15_000;

  /**
   * Room in bytes: the flood fills its part, a half of the open seven eighths, in two seconds.
   * Another tenant's client, alone, may have a third of the rest, enough for 5,000 decisions of 880
   * bytes; it makes 60 a second.
   */
  private static final String SMALL = "32000000";

  private static final Duration BEFORE = Duration.ofSeconds(10);
  private static final Duration AFTER = Duration.ofSeconds(15);
  private static final Duration WHOLE = BEFORE.plus(Outages.MINUTE).plus(AFTER);

  /** The pauses between three writes that fail. */
  private static final Duration THREE_FAILURES = Duration.ofMillis(300);

  /** The log is full beyond doubt so long after the begin. */
  private static final Duration FILLING = Duration.ofSeconds(10);

  /** For each block of at most 4,096 decisions; a transaction has some, and may take ten. */
  private static final int SLOW_SECONDS = 1;

  private static final String DECISIONS = "decisions/check";
  private static final String READINESS = "ready, each on a new connection";

  @TempDir Path folder;

  /** Clients that flood are denied, and only they; each denial is counted, and nothing is lost. */
  @Test
  void aDatabaseThatTakesNoWrites() throws Exception {
    try (KillableDatabase database = new KillableDatabase(folder.resolve("data"))) {
      Map<String, String> environment = FloodedTenant.environment(database.url());
      environment.put("IAM_DECISION_LOG_BUFFER", SMALL);
      JsonPath seats = PackagedTenant.seats(environment);
      Outage outage =
          new Outage(
              () -> database.set("default_transaction_read_only", "on"),
              () -> database.set("default_transaction_read_only", "off"));
      Course course = course("read-only", environment, database.url(), seats, outage);
      FloodProcess.Result result = course.result();
      assertThat(result.began().plus(result.firstFull()))
          .as("the first denial, after three writes that failed")
          .isAfter(course.begun().plus(THREE_FAILURES));
      assertThat(course.during(result.fullBySecond()))
          .as("denials in each second while the log is full")
          .allSatisfy(number -> assertThat(number).isPositive());
      assertThat(course.during(result.refusedBySecond()))
          .as("refusals while nothing is written, when to wait for room has no point")
          .containsOnly(0L);
      assertThat(result.fullBySecond().getLast()).as("denials at the end").isZero();
    }
  }

  /** Clients that flood are refused, and no one is denied. */
  @Test
  void aLogThatIsSlow() throws Exception {
    Installed installed = FreshDatabase.bootstrapped();
    String url = FreshDatabase.url(installed.name());
    SlowLog log = new SlowLog(url);
    Outage outage = new Outage(() -> log.delay(SLOW_SECONDS), log::restore);
    Map<String, String> environment = FloodedTenant.environment(url);
    Course course = course("slow", environment, url, installed.seats(), outage);
    assertThat(course.result().full()).as("denials because nothing could be recorded").isZero();
    assertThat(course.during(course.result().refusedBySecond()).stream().mapToLong(n -> n).sum())
        .as("batches refused with 429")
        .isPositive();
    course
        .other()
        .forEach(
            (lane, figures) -> assertThat(figures.refused()).as("refused: %s", lane).isEmpty());
  }

  private record Outage(Step begin, Step end) {}

  /** A flood, the measurements of another tenant meanwhile, and the begin and end of the outage. */
  private record Course(
      FloodProcess.Result result, Map<String, Lane.Figures> other, Instant begun, Instant over) {

    /** Numbers of the seconds in which the log is full beyond doubt. */
    List<Long> during(List<Long> bySecond) {
      int from = (int) Duration.between(result.began(), begun.plus(FILLING)).toSeconds();
      int to = (int) Duration.between(result.began(), over).toSeconds() - 1;
      assertThat(to).as("the outage lasts longer than the log takes to fill").isGreaterThan(from);
      return bySecond.subList(from, to);
    }
  }

  /** Makes an outage under a flood, with the checks common to all of them. */
  private Course course(
      String name, Map<String, String> environment, String url, JsonPath seats, Outage outage)
      throws Exception {
    SiegeTenants tenants = SiegeTenants.of(seats);
    FloodedTenant flooded = FloodedTenant.prepare(tenants, url, environment);
    try (PackagedApp server = FloodedTenant.server(environment);
        MetricsWatch metrics = new MetricsWatch(server, flooded.administrator());
        FloodProcess flood = flooded.flood(server, folder, SENT, WHOLE)) {
      metrics.begin();
      CompletableFuture<Instant> begun = after(BEFORE, outage.begin());
      CompletableFuture<Instant> over = after(BEFORE.plus(Outages.MINUTE), outage.end());
      Map<String, Lane.Figures> other = tenants.victim().victim(server).ask(WHOLE);
      metrics.end();
      Course course = new Course(flood.await(WHOLE), other, begun.get(), over.get());
      report(name, course, metrics);
      course.result().requireRightAnswers();
      metrics.requireAnswers();
      metrics.awaitTotal(course.result().decisions());
      metrics.requireUnlogged(course.result().full());
      for (String lane : List.of(DECISIONS, READINESS)) {
        assertThat(other.get(lane).refused()).as("refused: %s", lane).isEmpty();
      }
      return course;
    }
  }

  /** Takes a step some time later, and says when it was about to. */
  private static CompletableFuture<Instant> after(Duration time, Step step) {
    return CompletableFuture.supplyAsync(
        () -> {
          Instant now = Instant.now();
          try {
            step.run();
          } catch (Exception e) {
            throw new IllegalStateException(e);
          }
          return now;
        },
        CompletableFuture.delayedExecutor(time.toMillis(), TimeUnit.MILLISECONDS));
  }

  private static void report(String name, Course course, MetricsWatch metrics) throws Exception {
    FloodProcess.Result result = course.result();
    StringBuilder text = new StringBuilder("A flood while the database is " + name + "\n\n");
    text.append(result).append('\n').append(metrics).append("\n\n");
    text.append(
        "outage: second %d to %d\n"
            .formatted(
                Duration.between(result.began(), course.begun()).toSeconds(),
                Duration.between(result.began(), course.over()).toSeconds()));
    course
        .other()
        .forEach((lane, figures) -> {
          text.append("| %s | %s |\n".formatted(lane, figures));
          figures.kinds().forEach(kind -> text.append("* ").append(kind).append('\n'));
        });
    Files.writeString(PackagedApp.TARGET.resolve("log-outage-" + name + ".md"), text);
    System.out.println(text);
  }
}
