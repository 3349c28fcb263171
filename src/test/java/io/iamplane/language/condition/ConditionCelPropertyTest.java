package io.iamplane.language.condition;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cel.common.CelValidationException;
import dev.cel.runtime.CelEvaluationException;
import dev.cel.runtime.CelRuntime;
import io.iamplane.language.condition.Condition.Outcome;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Generated conditions mean here what they mean to {@code dev.cel}. Another seed: {@code
 * -Dcondition.seed=1}; more cases: {@code -Dcondition.cases=1000000}.
 */
class ConditionCelPropertyTest {

  private static final int CASES = Integer.getInteger("condition.cases", 50_000);
  private static final long SEED = Long.getLong("condition.seed", 20_260_701L);

  private final CelReferee referee = new CelReferee();
  private final Map<Outcome, Integer> outcomes = new EnumMap<>(Outcome.class);
  private final List<String> disagreements = new ArrayList<>();
  private int refused;

  @Test
  void generatedConditionsMeanWhatCelSays() {
    Random random = new Random(SEED);
    RandomConditions conditions = new RandomConditions(random);
    int compared = 0;
    while (compared < CASES) {
      String text = conditions.condition();
      try {
        Condition condition = Conditions.compile(text, AttributeSchema.EMPTY);
        compare(text, condition, conditions.attributes());
        compared++;
      } catch (ConditionSyntaxException e) {
        refused++;
      }
    }
    System.out.printf(
        "conditions against dev.cel: seed %d, %d compared %s, %d refused by their types%n",
        SEED, compared, outcomes, refused);
    assertThat(disagreements).as("seed %d", SEED).isEmpty();
    assertThat(outcomes.get(Outcome.TRUE)).isGreaterThan(CASES / 10);
    assertThat(outcomes.get(Outcome.FALSE)).isGreaterThan(CASES / 10);
    assertThat(outcomes.get(Outcome.ERROR)).isGreaterThan(CASES / 100);
  }

  private void compare(String text, Condition condition, MapAttributes attributes)
      throws ConditionSyntaxException {
    Outcome ours = condition.evaluate(attributes);
    outcomes.merge(ours, 1, Integer::sum);
    Outcome theirs = referee(text, attributes);
    Condition canonical = Conditions.compile(condition.canonical(), AttributeSchema.EMPTY);
    boolean stable = canonical.canonical().equals(condition.canonical());
    boolean explained = (condition.failure(attributes) != null) == (ours == Outcome.ERROR);
    if (ours != theirs
        || text.length() % 16 == 0 && referee(condition.canonical(), attributes) != ours
        || canonical.evaluate(attributes) != ours
        || !stable
        || !explained) {
      disagreements.add(text + "\n  ours " + ours + ", CEL " + theirs + ": " + attributes);
    }
  }

  private Outcome referee(String text, MapAttributes attributes) {
    try {
      CelRuntime.Program program = referee.program(text);
      return CelReferee.evaluate(program, attributes);
    } catch (CelValidationException | CelEvaluationException e) {
      throw new AssertionError(text, e);
    }
  }
}
