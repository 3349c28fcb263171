package io.iamplane.decision.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.decision.engine.fact.GrantFact.Effect;
import io.iamplane.decision.engine.question.Asked;
import io.iamplane.decision.engine.question.Decision;
import io.iamplane.decision.engine.question.DecisionRequest;
import io.iamplane.decision.engine.question.DecisionRequest.Party;
import io.iamplane.decision.engine.question.ReasonCode;
import io.iamplane.language.condition.AttributeSchema;
import io.iamplane.language.condition.Condition;
import io.iamplane.language.condition.ConditionSyntaxException;
import io.iamplane.language.condition.Conditions;
import io.iamplane.shared.Aal;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The work of conditions counts against the budget of the decision. */
class ConditionBudgetTest {

  private static final int STEPS = 100_000;

  private final TestPolicy policy = new TestPolicy();

  @BeforeEach
  void ann() {
    policy.entry("user:ann").permission("app:read");
  }

  private static Condition condition(String text) {
    try {
      return Conditions.compile(text, AttributeSchema.EMPTY);
    } catch (ConditionSyntaxException e) {
      throw new AssertionError(e);
    }
  }

  private static DecisionRequest asking(Map<String, Object> context) {
    return new DecisionRequest(
        Party.of("user", "ann"),
        new Asked.Permission("app:read", null),
        null,
        Map.of(),
        context,
        Aal.AAL1);
  }

  /** Many grants, each cheap enough on its own: their conditions' steps add up. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "context.list.exists(x, x == context.none)",
        "!context.list.all(x, x == 0)",
        "-1 in context.list",
        "context.text.matches('(a*)*b')",
        "context.text.contains('aaaaaaaaab')"
      })
  void stepsOfConditionsAddUp(String text) {
    for (int i = 0; i < 1_000; i++) {
      policy.grant("user:ann", "app:read", Effect.PERMIT, null, condition(text));
    }
    AtomicLong spent = new AtomicLong();
    Decision decision =
        decide(
            Map.of("list", Collections.nCopies(9_000, 0), "none", 1, "text", "a".repeat(20_000)),
            spent);
    assertThat(decision.reason()).isEqualTo(ReasonCode.DEADLINE_EXCEEDED);
    assertThat(decision.allowed()).isFalse();
    assertThat(spent.get()).isBetween(STEPS - 20_000L, STEPS + 2_000L);
  }

  /** A denial with a condition cut short by the budget is not lifted by a permit found before. */
  @Test
  void aDenialThatCouldNotBeEvaluatedDenies() {
    policy.permit("user:ann", "app:read");
    for (int i = 0; i < 100; i++) {
      policy.grant(
          "user:ann",
          "app:read",
          Effect.DENY,
          null,
          condition("context.list.exists(x, x == context.none)"));
    }
    assertThat(
            decide(Map.of("list", Collections.nCopies(9_000, 0), "none", 1), new AtomicLong())
                .allowed())
        .isFalse();
  }

  /** One may take half of the steps: beyond that it has no answer, and the others still have. */
  @Test
  void aConditionThatRunsAwayLeavesTheOthersDecidable() {
    Map<String, Object> list = Map.of("list", Collections.nCopies(9_000, 0));
    String one = "!(1 in context.list)";
    AtomicLong spent = new AtomicLong();
    policy.grant("user:ann", "app:read", Effect.PERMIT, null, condition(one));
    assertThat(decide(list, spent).allowed()).isTrue();
    policy.facts().removeLast();
    String more = one + (" && " + one).repeat((int) (STEPS / 2 / spent.get()));
    policy.grant("user:ann", "app:read", Effect.PERMIT, null, condition(more));
    Decision alone = decide(list, new AtomicLong());
    assertThat(alone.reason()).isEqualTo(ReasonCode.NO_MATCHING_GRANT);
    assertThat(alone.conditionErrors()).isOne();
    policy.permit("user:ann", "app:read");
    assertThat(decide(list, new AtomicLong()).allowed()).isTrue();
  }

  /** A condition costs by its size, too. */
  @Test
  void longConditionsCostMore() {
    AtomicLong small = new AtomicLong();
    AtomicLong large = new AtomicLong();
    policy.grant("user:ann", "app:read", Effect.PERMIT, null, condition("context.x == 1"));
    assertThat(decide(Map.of("x", 1), small).allowed()).isTrue();
    policy.facts().removeLast();
    policy.grant(
        "user:ann",
        "app:read",
        Effect.PERMIT,
        null,
        condition("context.x == 1" + " && context.x == 1".repeat(300)));
    assertThat(decide(Map.of("x", 1), large).allowed()).isTrue();
    assertThat(large.get()).isGreaterThan(small.get() + 100);
  }

  /** A request that is over ends the decision under way. */
  @Test
  void theRequestsBudgetEndsADecision() {
    for (int i = 0; i < 5_000; i++) {
      policy.permit("user:ann", "app:read", "doc:" + i);
      policy.grant("user:ann", "app:read", Effect.PERMIT, null, condition("context.x == 2"));
    }
    WorkBudget none =
        new WorkBudget() {
          @Override
          public int decisionSteps() {
            return STEPS;
          }

          @Override
          public boolean spend(int steps) {
            return false;
          }
        };
    assertThat(
            new PolicyEngine(STEPS, _ -> {})
                .decide(policy.snapshot(), asking(Map.of("x", 1)), TestPolicy.NOW, none)
                .reason())
        .isEqualTo(ReasonCode.DEADLINE_EXCEEDED);
  }

  /** An explanation evaluates a failed condition again, which is work like the first time. */
  @Test
  void explainingAFailureCountsToo() {
    for (int i = 0; i < 2; i++) {
      policy.grant(
          "user:ann",
          "app:read",
          Effect.PERMIT,
          null,
          condition("context.list.all(x, x == 0) && context.missing"));
    }
    AtomicLong spent = new AtomicLong();
    new PolicyEngine(STEPS, _ -> {})
        .explain(
            policy.snapshot(),
            asking(Map.of("list", Collections.nCopies(9_000, 0))),
            TestPolicy.NOW,
            counting(spent));
    assertThat(spent).as("decided, evaluated and explained").hasValueGreaterThan(50_000);
  }

  private Decision decide(Map<String, Object> context, AtomicLong spent) {
    List<Throwable> defects = new java.util.ArrayList<>();
    Decision decision =
        new PolicyEngine(STEPS, defects::add)
            .decide(policy.snapshot(), asking(context), TestPolicy.NOW, counting(spent));
    assertThat(defects).isEmpty();
    return decision;
  }

  private static WorkBudget counting(AtomicLong spent) {
    return new WorkBudget() {
      @Override
      public int decisionSteps() {
        return STEPS;
      }

      @Override
      public boolean spend(int steps) {
        spent.addAndGet(steps);
        return true;
      }
    };
  }
}
