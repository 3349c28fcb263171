package io.iamplane.governance.simulation.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.decision.engine.question.Asked;
import io.iamplane.decision.engine.question.DecisionRequest;
import io.iamplane.decision.engine.question.DecisionRequest.Party;
import io.iamplane.decision.engine.question.Match;
import io.iamplane.decision.log.Outcome;
import io.iamplane.governance.simulation.recorded.Obstacle;
import io.iamplane.governance.simulation.recorded.Reached;
import io.iamplane.governance.simulation.recorded.RecordedDecision;
import io.iamplane.shared.UuidV7;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TallyTest {

  private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
  private static final TriedAnswer DENIED =
      new TriedAnswer(Outcome.DENY, "no_matching_grant", null);
  private static final TriedAnswer ALLOWED =
      new TriedAnswer(Outcome.ALLOW, "granted_by_grant", new Match("grant", "app:role", "g1"));

  private final Tally tally = new Tally(Map.of());

  @Test
  void groupsAreBoundedAndTheRestIsCounted() {
    for (int i = 0; i < Tally.MAX_GROUPS + 5; i++) {
      tally.add(recorded("user:u" + i, NOW), DENIED, ALLOWED, Difference.NEWLY_ALLOWED);
    }
    tally.add(recorded("user:u0", NOW.plusSeconds(1)), DENIED, ALLOWED, Difference.NEWLY_ALLOWED);
    tally.skip(Obstacle.UNREADABLE, 3);
    DecisionsView view = tally.simulated(new Reached(NOW, NOW.plusSeconds(9), NOW, null, 0));

    assertThat(view.groups()).hasSize(Tally.MAX_GROUPS);
    assertThat(view.groups().getFirst().subject()).isEqualTo("user:u0");
    assertThat(view.groups().getFirst().decisions()).isEqualTo(2);
    assertThat(view.groups().getFirst().latest()).isEqualTo(NOW.plusSeconds(1));
    assertThat(view.ungrouped()).isEqualTo(5);
    assertThat(view.differences()).containsEntry("newly_allowed", (long) Tally.MAX_GROUPS + 6);
    assertThat(view.differences()).doesNotContainKey("reason");
    assertThat(view.read()).isEqualTo(Tally.MAX_GROUPS + 9);
    assertThat(view.notEvaluated()).containsExactly(Map.entry("unreadable", 3L));
  }

  @Test
  void theCauseIsWhatDecidesOrWhatDidBefore() {
    assertThat(CauseView.of(DENIED, ALLOWED, Map.of()).id()).isEqualTo("g1");
    assertThat(CauseView.of(ALLOWED, DENIED, Map.of()).id()).isEqualTo("g1");
    CauseView drafted = CauseView.of(DENIED, ALLOWED, Map.of("g1", "grants[0]"));
    assertThat(drafted.id()).isNull();
    assertThat(drafted.draft()).isEqualTo("grants[0]");
    assertThat(CauseView.of(DENIED, DENIED, Map.of()).type()).isNull();
  }

  @ParameterizedTest
  @CsvSource({
    "DENY, ALLOW, NEWLY_ALLOWED",
    "ALLOW, DENY, NEWLY_DENIED",
    "ALLOW, STEP_UP, STEP_UP_ADDED",
    "DENY, STEP_UP, STEP_UP_ADDED",
    "STEP_UP, ALLOW, STEP_UP_REMOVED",
    "STEP_UP, DENY, STEP_UP_REMOVED",
    "ALLOW, ALLOW,",
    "DENY, DENY,",
    "STEP_UP, STEP_UP,"
  })
  void everyPairOfOutcomesIsOneDifference(Outcome before, Outcome after, Difference difference) {
    assertThat(Difference.of(before, after)).isEqualTo(difference);
  }

  private static RecordedDecision recorded(String subject, Instant at) {
    return new RecordedDecision(
        UuidV7.next(),
        at,
        subject,
        "app",
        "app:read",
        Outcome.DENY,
        "no_matching_grant",
        null,
        null,
        1,
        DecisionRequest.of(Party.of("user", "u"), new Asked.Permission("app:read", null), null),
        null,
        null);
  }
}
