package io.iamplane.governance.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.decision.DecisionService;
import io.iamplane.decision.engine.question.Asked;
import io.iamplane.decision.engine.question.DecisionRequest;
import io.iamplane.decision.engine.question.DecisionRequest.Party;
import io.iamplane.decision.log.RecordedVolume;
import io.iamplane.decision.snapshot.OtherPolicies;
import io.iamplane.decision.work.RequestBudgets;
import io.iamplane.directory.user.UserService;
import io.iamplane.governance.simulation.draft.DraftBody;
import io.iamplane.governance.simulation.draft.DraftReader;
import io.iamplane.governance.simulation.probe.ProbeService;
import io.iamplane.governance.simulation.recorded.RecordedLog;
import io.iamplane.governance.simulation.report.DecisionsView;
import io.iamplane.shared.OrganizationId;
import io.iamplane.testing.AdminTenant;
import io.iamplane.testing.Rows;
import io.iamplane.testing.TestPlatform;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.zip.Deflater;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Bounds of a simulation, and the report of its progress. */
@QuarkusTest
class SimulationBoundsDbTest {

  private static final int DECISIONS = 10_000;
  private static final int SUBJECTS = 1_200;

  @Inject TestPlatform platform;
  @Inject RecordedVolume volume;
  @Inject DecisionService decisions;
  @Inject RecordedLog log;
  @Inject OtherPolicies policies;
  @Inject RequestBudgets budgets;
  @Inject ProbeService probes;
  @Inject DraftReader drafts;
  @Inject UserService users;
  @Inject Clock clock;

  private AdminTenant made;
  private OrganizationId tenant;
  private Instant start;

  @BeforeEach
  void someBlocks() {
    made = new AdminTenant(platform);
    made.apply("warehouse", AdminTenant.WAREHOUSE);
    tenant = made.organization().id();
    start = Instant.now().minus(Duration.ofHours(2)).truncatedTo(ChronoUnit.MINUTES);
    volume.record(tenant, DECISIONS, start, Duration.ofMinutes(3), this::question);
  }

  @Test
  void aNumberEndsItWithinABlockAndTheRestIsReadFromThere() {
    DecisionsView first = simulate(1_000, null);
    assertThat(first.complete()).isFalse();
    assertThat(first.stoppedBy()).isEqualTo("decisions");
    assertThat(first.read()).isEqualTo(1_000);
    // The latest tenth of three minutes.
    assertThat(first.completeFrom()).isBetween(start.plusSeconds(161), start.plusSeconds(163));

    DecisionsView rest = simulate(DECISIONS, first.completeFrom());
    assertThat(rest.complete()).isTrue();
    assertThat(rest.read() + first.read()).isEqualTo(DECISIONS);
  }

  @Test
  void timeEndsItAndTheReportSaysHowFarItCame() {
    DecisionsView report = simulate(Duration.ZERO, DECISIONS, null);
    assertThat(report.complete()).isFalse();
    assertThat(report.stoppedBy()).isEqualTo("time");
    assertThat(report.read()).isLessThan(200);
    assertThat(report.completeFrom()).isAfter(start.plusSeconds(170));
  }

  @Test
  void blocksThatCannotBeReadAreCountedAndTheOthersAreRead() throws SQLException {
    Rows.updatePastTriggers(
        "UPDATE iam_decisions SET body = '\\x00ff' WHERE organization_id = '%s' AND id = ("
                .formatted(tenant)
            + "SELECT min(id::text)::uuid FROM iam_decisions WHERE organization_id = '%s')"
                .formatted(tenant));
    DecisionsView report = simulate(DECISIONS, null);
    assertThat(report.complete()).isTrue();
    assertThat(report.notEvaluated()).containsOnlyKeys("unreadable");
    assertThat(report.notEvaluated().get("unreadable")).isPositive();
    assertThat(report.read()).isEqualTo(DECISIONS);
    assertThat(report.evaluated() + report.notEvaluated().get("unreadable")).isEqualTo(DECISIONS);
  }

  /** Otherwise another request would begin where this one did. */
  @Test
  void aNumberThatEndsWithinAMillisecondLetsItBeReadWhole() {
    Instant moment = start.plusSeconds(300);
    volume.record(tenant, 500, moment, Duration.ofNanos(900_000), this::question);
    DecisionsView first = simulate(100, null);
    assertThat(first.read()).isEqualTo(100);
    assertThat(first.completeFrom()).isEqualTo(moment.plusMillis(1));

    DecisionsView second = simulate(100, first.completeFrom());
    assertThat(second.stoppedBy()).isEqualTo("decisions");
    assertThat(second.read()).isEqualTo(500);
    assertThat(second.completeFrom()).isBefore(moment);

    DecisionsView rest = simulate(DECISIONS, second.completeFrom());
    assertThat(rest.complete()).isTrue();
    assertThat(rest.read()).isEqualTo(DECISIONS);
  }

  /** Skipping unreadable lines takes time as well. */
  @Test
  void linesThatCannotBeReadEndWithTheTime() throws SQLException {
    Rows.updatePastTriggers(
        "UPDATE iam_decisions SET body = '\\x%s' WHERE organization_id = '%s'"
            .formatted(HexFormat.of().formatHex(deflated("nonsense\n".repeat(DECISIONS))), tenant));
    DecisionsView late = simulate(Duration.ZERO, DECISIONS, null);
    assertThat(late.stoppedBy()).isEqualTo("time");
    assertThat(late.read()).isLessThan(200);
    assertThat(simulate(DECISIONS, null).complete()).isTrue();
  }

  private static byte[] deflated(String text) {
    Deflater deflater = new Deflater(Deflater.BEST_SPEED, true);
    deflater.setInput(text.getBytes(StandardCharsets.UTF_8));
    deflater.finish();
    byte[] body = new byte[100_000];
    byte[] exact = Arrays.copyOf(body, deflater.deflate(body));
    deflater.end();
    return exact;
  }

  /** Decisions of a version that is read only to be undone. */
  @Test
  void aReplayEndsWithTheTimeAndCallsNoVersionLost() {
    made.made("users", "{'name': 'Later', 'external_id': 'later'}");
    DecisionsView late = replay(Duration.ZERO);
    assertThat(late.stoppedBy()).isEqualTo("time");
    assertThat(late.notEvaluated()).isEmpty();
    assertThat(late.read()).isZero();
    DecisionsView all = replay(Duration.ofMinutes(1));
    assertThat(all.complete()).isTrue();
    assertThat(all.evaluated()).isEqualTo(DECISIONS);
  }

  private DecisionsView replay(Duration deadline) {
    return service(deadline)
        .replay(tenant, new DecisionsBody(start, start.plusSeconds(600), null, null))
        .decisions();
  }

  private SimulationService service(Duration deadline) {
    return new SimulationService(simulations(deadline), decisions, probes, users, log);
  }

  private DecisionRequest question(int number) {
    return DecisionRequest.of(
        Party.of("user", "u" + number % SUBJECTS),
        new Asked.Permission("warehouse:stock.read", null),
        null);
  }

  private Simulations simulations(Duration deadline) {
    return new Simulations(
        decisions, policies, budgets, new SimulationPermits(), () -> deadline, clock);
  }

  /** Blocks of replicas that write at the same time overlap. */
  @Test
  void blocksThatOverlapAreReadOnceEach() {
    volume.record(
        tenant,
        DECISIONS,
        start.plusMillis(7),
        Duration.ofMinutes(3),
        i ->
            DecisionRequest.of(
                Party.of("user", "other"),
                new Asked.Permission("warehouse:stock.read", null),
                null));
    DecisionsView first = simulate(9_000, null);
    DecisionsView rest = simulate(2 * DECISIONS, first.completeFrom());
    // Those of the other block that were read already are read again, and none is left out.
    assertThat(first.read() + rest.read()).isBetween(2L * DECISIONS, 2L * DECISIONS + 5_000);
    assertThat(simulate(2 * DECISIONS, null).read()).isEqualTo(2L * DECISIONS);
  }

  private DecisionsView simulate(long limit, @Nullable Instant to) {
    return simulate(Duration.ofMinutes(1), limit, to);
  }

  private DecisionsView simulate(Duration deadline, long limit, @Nullable Instant to) {
    return service(deadline)
        .simulate(
            tenant,
            bench -> drafts.read(tenant, bench, DraftBody.EMPTY),
            new DecisionsBody(start, to == null ? start.plusSeconds(600) : to, null, limit))
        .decisions();
  }
}
