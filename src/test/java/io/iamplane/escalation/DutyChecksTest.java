package io.iamplane.escalation;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.iamplane.decision.engine.PolicySnapshot;
import io.iamplane.decision.engine.SnapshotBuilder;
import io.iamplane.decision.engine.TestGrants;
import io.iamplane.decision.engine.fact.ApplicationFact;
import io.iamplane.decision.engine.fact.GrantFact;
import io.iamplane.decision.engine.fact.PermissionFact;
import io.iamplane.decision.engine.fact.RelationFact;
import io.iamplane.decision.engine.fact.SubjectFact;
import io.iamplane.grant.duty.DutyRule;
import io.iamplane.grant.duty.DutyRuleId;
import io.iamplane.shared.Aal;
import io.iamplane.shared.IamException;
import io.iamplane.shared.SubjectRef;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** New violations of a duty rule, and the limits of the check's cost. */
class DutyChecksTest {

  private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
  private static final SubjectRef ANN = ref("user:u1");
  private static final SubjectRef STAFF = ref("group:staff");
  private static final List<String> KEYS = List.of("app:a", "app:b", "app:c");

  @Test
  void whoHoldsMoreThanTheLimitIsRefused() {
    DutyChecks checks = checks(List.of(ANN + " app:a"), List.of(ANN + " app:a", ANN + " app:b"));
    refuses(() -> checks.requireKept(rule(1, List.of()), List.of(ANN)));
    refuses(() -> checks.requireKeptByAll(rule(1, List.of())));
    assertThatCode(() -> checks.requireKept(rule(2, List.of()), List.of(ANN)))
        .doesNotThrowAnyException();
    assertThatCode(() -> checks.requireKeptByAll(rule(2, List.of()))).doesNotThrowAnyException();
  }

  @Test
  void whoBrokeItBeforeIsRefusedOnlyWhatIsMore() {
    List<String> two = List.of(ANN + " app:a", ANN + " app:b");
    assertThatCode(() -> checks(two, two).requireKept(rule(1, List.of()), List.of(ANN)))
        .doesNotThrowAnyException();
    // Another one of the set is more, even in the place of one.
    DutyChecks other = checks(two, List.of(ANN + " app:a", ANN + " app:c"));
    refuses(() -> other.requireKept(rule(1, List.of()), List.of(ANN)));
    refuses(() -> other.requireKeptByAll(rule(1, List.of())));
  }

  @Test
  void aGroupIsItsMembers() {
    DutyChecks checks = checks(List.of(ANN + " app:a"), List.of(ANN + " app:a", STAFF + " app:b"));
    refuses(() -> checks.requireKept(rule(1, List.of()), List.of(STAFF)));
    refuses(() -> checks.requireKeptByAll(rule(1, List.of())));
  }

  @Test
  void everyoneIsEachSubject() {
    DutyChecks checks = checks(List.of(ANN + " app:a"), List.of(ANN + " app:a", "user:* app:b"));
    refuses(() -> checks.requireKeptByAll(rule(1, List.of())));
  }

  @Test
  void anExceptionCountsUntilItsEnd() {
    DutyChecks checks = checks(List.of(), List.of(ANN + " app:a", ANN + " app:b"));
    assertThatCode(
            () -> checks.requireKept(rule(1, List.of(exemption(NOW.plusMillis(1)))), List.of(ANN)))
        .doesNotThrowAnyException();
    refuses(() -> checks.requireKept(rule(1, List.of(exemption(NOW))), List.of(ANN)));
  }

  @Test
  void whatCannotBeCheckedWithinTheBoundIsRefused() {
    PolicySnapshot wide = snapshot(List.of(STAFF + " app:a"), 1_000);
    for (boolean all : new boolean[] {true, false}) {
      DutyChecks checks = new DutyChecks(snapshot(List.of(), 1_000), wide, NOW, 500);
      assertThatThrownBy(
              () -> {
                if (all) {
                  checks.requireKeptByAll(rule(1, List.of()));
                } else {
                  checks.requireKept(rule(1, List.of()), List.of(STAFF));
                }
              })
          .isInstanceOf(IamException.class)
          .hasMessageContaining("too many subjects to check the duty rule \"Both\"");
    }
  }

  /** The bound is that of all rules together. */
  @Test
  void rulesShareTheBound() {
    PolicySnapshot wide = snapshot(List.of(STAFF + " app:a"), 100);
    DutyChecks checks = new DutyChecks(snapshot(List.of(), 100), wide, NOW, 1_000);
    assertThatThrownBy(
            () -> {
              for (int i = 0; i < 10; i++) {
                checks.requireKept(rule(1, List.of()), List.of(STAFF));
              }
            })
        .isInstanceOf(IamException.class);
  }

  @Test
  void aCatalogueThatGivesNoMoreIsNotLookedAt() {
    PolicySnapshot wide = snapshot(List.of(STAFF + " app:a"), 1_000);
    // It would take more steps than it has.
    DutyChecks checks = new DutyChecks(wide, wide, NOW, 10);
    assertThatCode(() -> checks.requireKeptByCatalog(rule(1, List.of())))
        .doesNotThrowAnyException();
  }

  private static void refuses(Runnable check) {
    assertThatThrownBy(check::run)
        .isInstanceOf(IamException.class)
        .hasMessageContaining("This would break the duty rule \"Both\": user:u1 would hold app:a");
  }

  private static DutyRule.Exemption exemption(Instant until) {
    return new DutyRule.Exemption(ANN, until, "Covers");
  }

  private static DutyRule rule(int atMost, List<DutyRule.Exemption> exceptions) {
    return new DutyRule(
        DutyRuleId.parse("0192f3c4-0000-7000-8000-000000000000").orElseThrow(),
        "Both",
        KEYS,
        atMost,
        DutyRule.Mode.ENFORCE,
        exceptions,
        1,
        NOW);
  }

  private static DutyChecks checks(List<String> before, List<String> after) {
    return new DutyChecks(snapshot(before, 3), snapshot(after, 3), NOW);
  }

  /** Grants as texts, and a group with some members. */
  private static PolicySnapshot snapshot(List<String> grants, int members) {
    SnapshotBuilder builder = PolicySnapshot.builder();
    builder.add(new ApplicationFact("app", true));
    for (String key : KEYS) {
      builder.add(
          new PermissionFact(key, "app", null, null, null, PermissionFact.Risk.LOW, Aal.AAL1));
    }
    builder.add(new SubjectFact(STAFF, null, true, Map.of()));
    for (int i = 0; i < members; i++) {
      builder.add(new SubjectFact(ref("user:u" + i), null, true, Map.of()));
      builder.add(RelationFact.membership("m" + i, "staff", ref("user:u" + i), null));
    }
    for (String grant : grants) {
      String[] parts = grant.split(" ");
      builder.add(
          TestGrants.permit(
              grant, ref(parts[0]), GrantFact.Privilege.permission(parts[1]), null, null));
    }
    return builder.build(1);
  }

  private static SubjectRef ref(String text) {
    return SubjectRef.parse(text).orElseThrow();
  }
}
