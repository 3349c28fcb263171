package io.iamplane.decision.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.iamplane.decision.engine.fact.GrantFact.Effect;
import io.iamplane.decision.engine.fact.PermissionFact;
import io.iamplane.decision.engine.fact.PermissionFact.Risk;
import io.iamplane.decision.engine.fact.RoleFact;
import io.iamplane.language.condition.AttributeSchema;
import io.iamplane.language.condition.Condition;
import io.iamplane.language.condition.ConditionSyntaxException;
import io.iamplane.language.condition.Conditions;
import io.iamplane.shared.Aal;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The cost of reading the reach of a subject with many rights, in steps. */
class ReachReaderTest {

  private static final String ANN = "user:ann";
  private static final long NOW = 1_000;

  private final TestPolicy policy = new TestPolicy();

  ReachReaderTest() {
    hot("app:hot");
    policy.entry(ANN);
  }

  @Test
  void manyGrantsOfOneRightAreReadInStepsThatFollowTheirNumber() {
    requireFewSteps(10_000);
  }

  @Test
  @Tag("stress")
  void soAreAsManyAsOneQuestionReads() {
    requireFewSteps(199_000);
  }

  private void requireFewSteps(int grants) {
    for (int i = 0; i < grants; i++) {
      policy.grant(
          ANN,
          "app:hot",
          Effect.PERMIT,
          "site:" + i / 2,
          i % 2 == 0 ? null : condition("context.c%d == true".formatted(i)));
    }
    Reach reach = reader().of(TestPolicy.ref(ANN));
    assertThat(reach.steps()).isLessThan(10L * grants);
    Reach again = new Reach();
    again.addAll(reach);
    assertThat(again.firstNotCovered((right, terms) -> reach.covers(right, terms, NOW))).isEmpty();
    assertThat(reach.steps()).isLessThan(20L * grants);
  }

  @Test
  void whoIsInAGroupOnManyTermsIsJudgedUpToABound() {
    enterOnTerms(100);
    for (int i = 0; i < 1_990; i++) {
      policy.permit("group:shared", "app:hot", "site:" + i);
    }
    ReachReader reader = reader();
    assertThat(reader.of(TestPolicy.ref(ANN)).isEmpty()).isFalse();
    assertThat(reader.steps()).isEqualTo(200 + 100 * 1_990);
    for (int i = 0; i < 20; i++) {
      policy.permit("group:shared", "app:hot", "area:" + i);
    }
    requireTooWide();
  }

  private void enterOnTerms(int terms) {
    policy.entry("group:shared");
    for (int i = 0; i < terms; i++) {
      policy.entry("group:g" + i);
      policy.member(ANN, "g" + i, condition("context.c%d == true".formatted(i)));
      policy.member("group:g" + i, "shared");
    }
  }

  @Test
  @Tag("stress")
  void soIsWhoHasRolesThatContainMuch() {
    Set<String> permissions = new HashSet<>();
    for (int i = 0; i < 1_000; i++) {
      hot("app:hot" + i);
      permissions.add("app:hot" + i);
    }
    policy.add(new RoleFact("much", permissions, Set.of(), Set.of(), false));
    for (int i = 0; i * permissions.size() <= ReachReader.MAX_RIGHTS; i++) {
      policy.permit(ANN, "much", "site:" + i);
    }
    requireTooWide();
  }

  private void requireTooWide() {
    ReachReader reader = reader();
    assertThatThrownBy(() -> reader.of(TestPolicy.ref(ANN)))
        .isInstanceOf(ReachReader.TooWideException.class);
  }

  private void hot(String key) {
    policy.add(new PermissionFact(key, "app", null, null, null, Risk.HIGH, Aal.AAL1));
  }

  private ReachReader reader() {
    PolicySnapshot snapshot = policy.snapshot();
    return new ReachReader(snapshot, new Powers(snapshot), NOW);
  }

  private static Condition condition(String text) {
    try {
      return Conditions.compile(text, AttributeSchema.EMPTY);
    } catch (ConditionSyntaxException e) {
      throw new IllegalArgumentException(e);
    }
  }
}
