package io.iamplane.governance.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.iamplane.decision.engine.question.Asked;
import io.iamplane.decision.engine.question.DecisionRequest;
import io.iamplane.decision.engine.question.DecisionRequest.Party;
import io.iamplane.decision.log.RecordedVolume;
import io.iamplane.shared.Aal;
import io.iamplane.testing.AdminTenant;
import io.iamplane.testing.AnswerJson;
import io.iamplane.testing.TestPlatform;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jboss.logging.Logger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * A million recorded decisions ({@code -Dstress.decisions}) are tried on a draft, and replayed,
 * while another tenant goes on deciding. Prints the figures.
 */
@QuarkusTest
@Tag("stress")
class SimulationVolumeDbTest {

  private static final Logger LOG = Logger.getLogger(SimulationVolumeDbTest.class);
  private static final int DECISIONS = Integer.getInteger("stress.decisions", 1_000_000);
  private static final int PEOPLE = 200;
  private static final int PARTS = 20;

  @Inject TestPlatform platform;
  @Inject RecordedVolume volume;

  private final List<String> people = new ArrayList<>();

  @Test
  void aMillionDecisionsAreTriedAndReplayed() {
    AdminTenant tenant = AdminTenant.notLoaded(platform);
    tenant.apply("warehouse", AdminTenant.WAREHOUSE);
    for (int i = 0; i < PEOPLE; i++) {
      people.add(tenant.made("users", "{'name': 'P%d', 'external_id': 'p%d'}".formatted(i, i)));
      if (i % 2 == 0) {
        tenant.made("grants", grant(i, "clerk", ", 'condition': 'context.amount < 100'"));
      }
    }
    Instant start = Instant.now().minus(Duration.ofDays(6));
    // A change of the policy between two parts, so that a replay has some to undo.
    for (int part = 0; part < PARTS; part++) {
      volume.record(
          tenant.organization().id(),
          DECISIONS / PARTS,
          start.plus(Duration.ofHours(6L * part)),
          Duration.ofMinutes(10),
          this::request);
      tenant.made("grants", grant(2 * part + 1, "clerk", ""));
    }
    AdminTenant other = AdminTenant.notLoaded(platform);
    other.allows("user:nobody", "warehouse:stock.read");
    LOG.infof(
        "another tenant's checks, alone: %s",
        checks(other, CompletableFuture.runAsync(() -> sleepless(Duration.ofSeconds(5)))));

    for (int round = 0; round < 2; round++) {
      timed(tenant, other, "draft", "'draft': {'grants': [%s]}, ".formatted(grant(99, "boss", "")));
      timed(tenant, other, "replay", "'replay': true, ");
    }
  }

  private static void sleepless(Duration time) {
    long end = System.nanoTime() + time.toNanos();
    while (System.nanoTime() < end) {
      Thread.onSpinWait();
    }
  }

  private void timed(AdminTenant tenant, AdminTenant other, String what, String body) {
    // Before the decisions about the control plane that this test itself causes.
    String end = Instant.now().minus(Duration.ofHours(6)).toString();
    long began = System.nanoTime();
    CompletableFuture<JsonNode> running =
        CompletableFuture.supplyAsync(() ->
            AnswerJson.at(
                tenant
                    .post("policy/simulate", "{%s'decisions': {'to': '%s'}}".formatted(body, end))
                    .statusCode(200),
                "/data/decisions"));
    String others = checks(other, running);
    JsonNode report = running.join();
    double seconds = (System.nanoTime() - began) / 1e9;
    LOG.infof(
        "%s: %d decisions in %.1f s, %.0f a second; another tenant's checks: %s",
        what,
        report.path("evaluated").asInt(),
        seconds,
        report.path("evaluated").asInt() / seconds,
        others);
    assertThat(report.path("complete").asBoolean()).as(report.toString()).isTrue();
    assertThat(report.path("evaluated").asInt()).isEqualTo(DECISIONS / PARTS * PARTS);
    if (what.equals("replay")) {
      assertThat(report.path("groups")).isEmpty();
    } else {
      assertThat(report.at("/differences/newly_allowed").asInt()).isPositive();
    }
  }

  /** The median and the slowest hundredth of another tenant's checks, as long as something runs. */
  private static String checks(AdminTenant other, CompletableFuture<?> running) {
    List<Long> micros = new ArrayList<>();
    while (!running.isDone()) {
      long began = System.nanoTime();
      other.allows("user:nobody", "warehouse:stock.read");
      micros.add((System.nanoTime() - began) / 1_000);
    }
    Collections.sort(micros);
    return "%d, p50 %.1f ms, p99 %.1f ms"
        .formatted(
            micros.size(),
            micros.get(micros.size() / 2) / 1_000.0,
            micros.get(micros.size() * 99 / 100) / 1_000.0);
  }

  private DecisionRequest request(int number) {
    String person = people.get(number % PEOPLE);
    return new DecisionRequest(
        Party.of("user", person),
        new Asked.Permission(
            number % 3 == 0 ? "warehouse:stock.adjust" : "warehouse:stock.read", null),
        Party.of("site", "s" + number % 1_000),
        Map.of(),
        Map.of("amount", (long) number % 200, "shift", "late", "trace", "t-" + number),
        Aal.AAL1);
  }

  private static String grant(int person, String role, String more) {
    return "{'subject': 'user:p%d', 'privilege_type': 'role', 'privilege_key': 'warehouse:%s'%s}"
        .formatted(person, role, more);
  }
}
