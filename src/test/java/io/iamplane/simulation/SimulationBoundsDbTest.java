package io.iamplane.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.iamplane.decision.DecisionService;
import io.iamplane.decision.engine.question.Asked;
import io.iamplane.decision.engine.question.DecisionRequest;
import io.iamplane.decision.engine.question.DecisionRequest.Party;
import io.iamplane.decision.journal.DecisionJournal;
import io.iamplane.decision.log.RecordedVolume;
import io.iamplane.decision.snapshot.OtherPolicies;
import io.iamplane.decision.work.RequestBudgets;
import io.iamplane.shared.OrganizationId;
import io.iamplane.simulation.draft.DraftBody;
import io.iamplane.simulation.draft.DraftReader;
import io.iamplane.simulation.probe.ProbeService;
import io.iamplane.simulation.report.DecisionsView;
import io.iamplane.testing.AdminTenant;
import io.iamplane.testing.Rows;
import io.iamplane.testing.TestPlatform;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What bounds a simulation, and how its report says how far it came. */
@QuarkusTest
class SimulationBoundsDbTest {

  private static final int DECISIONS = 10_000;
  private static final int SUBJECTS = 1_200;

  @Inject TestPlatform platform;
  @Inject RecordedVolume volume;
  @Inject DecisionService decisions;
  @Inject DecisionJournal journal;
  @Inject OtherPolicies policies;
  @Inject RequestBudgets budgets;
  @Inject ProbeService probes;
  @Inject DraftReader drafts;
  @Inject ObjectMapper mapper;
  @Inject Clock clock;

  private OrganizationId tenant;
  private Instant start;

  @BeforeEach
  void someBlocks() {
    AdminTenant made = new AdminTenant(platform);
    made.apply("warehouse", AdminTenant.WAREHOUSE);
    tenant = made.organization().id();
    start = Instant.now().minus(Duration.ofHours(2)).truncatedTo(ChronoUnit.MINUTES);
    volume.record(
        tenant,
        DECISIONS,
        start,
        Duration.ofMinutes(3),
        i ->
            DecisionRequest.of(
                Party.of("user", "u" + i % SUBJECTS),
                new Asked.Permission("warehouse:stock.read", null),
                null));
  }

  @Test
  void aNumberEndsItWithinABlockAndTheRestIsReadFromThere() {
    DecisionsView first = simulate(Bounds.of(1_000, 1), null);
    assertThat(first.complete()).isFalse();
    assertThat(first.stoppedBy()).isEqualTo("decisions");
    assertThat(first.read()).isEqualTo(1_000);
    // The latest tenth of three minutes.
    assertThat(first.completeFrom()).isBetween(start.plusSeconds(161), start.plusSeconds(163));

    DecisionsView rest = simulate(Bounds.of(DECISIONS, 1), first.completeFrom());
    assertThat(rest.complete()).isTrue();
    assertThat(rest.read() + first.read()).isEqualTo(DECISIONS);
  }

  @Test
  void timeEndsItAndTheReportSaysHowFarItCame() {
    DecisionsView report = simulate(Bounds.late(), null);
    assertThat(report.complete()).isFalse();
    assertThat(report.stoppedBy()).isEqualTo("time");
    assertThat(report.read()).isLessThan(200);
    assertThat(report.completeFrom()).isAfter(start.plusSeconds(170));
  }

  @Test
  void blocksThatCannotBeReadAreCountedAndTheOthersAreRead() throws SQLException {
    Rows.update(
        "UPDATE iam_decisions SET body = '\\x00ff' WHERE organization_id = '%s' AND id = ("
                .formatted(tenant)
            + "SELECT min(id::text)::uuid FROM iam_decisions WHERE organization_id = '%s')"
                .formatted(tenant));
    DecisionsView report = simulate(Bounds.of(DECISIONS, 1), null);
    assertThat(report.complete()).isTrue();
    assertThat(report.notEvaluated()).containsOnlyKeys("unreadable");
    assertThat(report.notEvaluated().get("unreadable")).isPositive();
    assertThat(report.read()).isEqualTo(DECISIONS);
    assertThat(report.evaluated() + report.notEvaluated().get("unreadable")).isEqualTo(DECISIONS);
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
    DecisionsView first = simulate(Bounds.of(9_000, 1), null);
    DecisionsView rest = simulate(Bounds.of(2 * DECISIONS, 1), first.completeFrom());
    // Those of the other block that were read already are read again, and none is left out.
    assertThat(first.read() + rest.read()).isBetween(2L * DECISIONS, 2L * DECISIONS + 5_000);
    assertThat(simulate(Bounds.of(2 * DECISIONS, 1), null).read()).isEqualTo(2L * DECISIONS);
  }

  private DecisionsView simulate(SimulationConfig bounds, @Nullable Instant to) {
    Simulations simulations =
        new Simulations(decisions, policies, budgets, new SimulationPermits(bounds), bounds);
    return new SimulationService(
            simulations, decisions, probes, new RecordedLog(journal, bounds, mapper, clock))
        .simulate(
            tenant,
            bench -> drafts.read(tenant, bench, DraftBody.EMPTY),
            new DecisionsBody(start, to == null ? start.plusSeconds(600) : to, null, null))
        .decisions();
  }
}
