package io.iamplane.packaged;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.iamplane.packaged.PackagedApp.Launch;
import io.iamplane.packaged.siege.Lane;
import io.iamplane.packaged.siege.Victim;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * One tenant, and many without any, attack the packaged application in all ways at once; another
 * tenant does not notice. All limits are the default ones: the attackers come from as many
 * addresses as they like.
 *
 * <p>{@code -Dsiege.only=4} makes one attack alone (by its number in {@code Attackers}), {@code
 * -Dsiege.minutes} another length, {@code -Dsiege.options} further options of the JVM.
 */
@Tag("ci")
@Timeout(value = 30, unit = TimeUnit.MINUTES)
class SiegeIT {

  private static final String READY = "/api/iam/v1/ready";
  private static final String DECISIONS = "decisions/check";
  private static final int MINUTES = Integer.getInteger("siege.minutes", 10);
  private static final Duration MINUTE = Duration.ofMinutes(1);
  private static final double TIMES_IDLE = 5;
  private static final Duration REHEARSAL = Duration.ofSeconds(90);

  /** The number of checks for the release of all resources, with ten seconds in between. */
  private static final int SETTLING = 12;

  private static final List<String> OPTIONS =
      Pattern.compile(" ")
          .splitAsStream(System.getProperty("siege.options", ""))
          .filter(option -> !option.isEmpty())
          .toList();

  @TempDir Path folder;

  private final int hookPort = PackagedApp.freePort();
  private final SiegeReport report = new SiegeReport(PackagedApp.TARGET.resolve("siege.md"));

  /** A twentieth of the volume: the machine of a build is busy, so the time is only printed. */
  @Test
  void aQuarterOfAMinute() throws Exception {
    siege(new Size(Duration.ofSeconds(3), Duration.ofSeconds(6), Duration.ofSeconds(15), 0.05, 0));
  }

  @Test
  @Tag("stress")
  void tenMinutes() throws Exception {
    Duration siege = Duration.ofSeconds(Integer.getInteger("siege.seconds", 60 * MINUTES));
    double share = Double.parseDouble(System.getProperty("siege.share", "1"));
    Duration idle = siege.compareTo(MINUTE) < 0 ? siege : MINUTE;
    Outcome outcome = siege(new Size(REHEARSAL, idle, siege, share, SETTLING));
    outcome.requireMemoryAsBefore();
    assertThat(outcome.ratio())
        .as("p99 of decisions under siege, times the idle one")
        .isLessThanOrEqualTo(TIMES_IDLE);
  }

  /**
   * Durations, and the volume of each attack. The rehearsal is an attack by another tenant: the
   * compilation by a server that just started must not be measured. Afterwards there are as many
   * checks for the release of all resources.
   */
  private record Size(
      Duration rehearsal, Duration idle, Duration siege, double share, int settling) {}

  /** The measurements. */
  private record Outcome(
      Map<String, Lane.Figures> idle,
      Map<String, Lane.Figures> siege,
      Footprint before,
      Footprint after) {

    double ratio() {
      return siege.get(DECISIONS).p99() / idle.get(DECISIONS).p99();
    }

    void requireNothingRefused() {
      siege.forEach(
          (lane, figures) -> assertThat(figures.refused()).as("refused: %s", lane).isEmpty());
    }

    void requireMemoryAsBefore() {
      assertThat(after.isAsAt(before)).as("%s, and before %s", after, before).isTrue();
    }
  }

  private Outcome siege(Size size) throws Exception {
    FreshDatabase.Installed installed = FreshDatabase.bootstrapped();
    String url = FreshDatabase.url(installed.name());
    Map<String, String> environment = environment(url);
    SiegeTenants tenants = SiegeTenants.of(installed.seats());
    try (PackagedApp server = PackagedApp.start(Launch.production(OPTIONS), environment, "serve");
        BystanderProcess bystander = BystanderProcess.start()) {
      await().atMost(PackagedApp.PATIENCE).until(() -> server.status(READY) == 200);
      Victim victim = tenants.victim().victim(server);
      victim.prepare();
      victim.askBystander(bystander.port());
      rehearse(server, tenants.admit("eve", server, url), victim, size);
      PackagedTenant attacker = tenants.admit("mallory", server, url);
      Besiegers besiegers = new Besiegers(folder, hookPort, size.share());
      besiegers.prepare(server, attacker);
      victim.ask(size.idle().dividedBy(2));
      Map<String, Lane.Figures> idle = victim.ask(size.idle());
      Footprint before = Footprint.of(server.pid());
      besiegers.start(server, attacker, size.siege());
      Map<String, Lane.Figures> siege = victim.ask(size.siege());
      List<String> attacks = besiegers.awaitEnd();
      Footprint after = server.isRunning() ? settled(server, before, size) : Footprint.GONE;
      Outcome outcome = new Outcome(idle, siege, before, after);
      report.write(size.siege(), size.share(), idle, siege, attacks, before, after);
      assertThat(server.isRunning()).as("the server runs\n" + tail(server)).isTrue();
      outcome.requireNothingRefused();
      return outcome;
    }
  }

  private void rehearse(PackagedApp server, PackagedTenant attacker, Victim victim, Size size)
      throws Exception {
    Besiegers besiegers = new Besiegers(folder, hookPort, size.share());
    besiegers.prepare(server, attacker);
    besiegers.start(server, attacker, size.rehearsal());
    victim.ask(size.rehearsal());
    besiegers.awaitEnd();
  }

  /** Connections, threads and cached answers go after their times. */
  private static Footprint settled(PackagedApp server, Footprint before, Size size) {
    Footprint now = Footprint.of(server.pid());
    for (int i = 0; i < size.settling() && !now.isAsAt(before); i++) {
      await().atMost(PackagedApp.PATIENCE).pollDelay(Duration.ofSeconds(10)).until(() -> true);
      now = Footprint.of(server.pid());
    }
    return now;
  }

  private static String tail(PackagedApp server) {
    String text = server.err();
    return text.substring(Math.max(0, text.length() - 4_000));
  }

  private Map<String, String> environment(String url) {
    Map<String, String> environment = new HashMap<>(FreshDatabase.plainHttp(url));
    environment.put("IAM_HTTP_PROXIES_TRUSTED", "127.0.0.1");
    environment.put("IAM_WEBHOOKS_ALLOWED_NETWORKS", "127.0.0.0/8");
    environment.put("IAM_WEBHOOKS_ALLOWED_PORTS", "443," + hookPort);
    return environment;
  }
}
