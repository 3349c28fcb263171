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
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Generated conditions have the same results here and in {@code dev.cel}, with a compiler that
 * takes most of the time. Another seed: {@code -Dcondition.seed=1}; more comparisons in the stress
 * tier: {@code -Dcondition.cases=1000000}.
 */
class ConditionCelPropertyTest {

  private static final int MANY = Integer.getInteger("condition.cases", 200_000);
  private static final long SEED = Long.getLong("condition.seed", 20_260_701L);

  /** One condition, read three times. */
  private record Readings(Condition condition, Condition canonical, CelRuntime.Program program) {}

  private final CelReferee referee = new CelReferee();
  private final Map<Outcome, Integer> outcomes = new EnumMap<>(Outcome.class);
  private final List<String> disagreements = new ArrayList<>();
  private int refused;

  @Test
  void generatedConditionsMeanWhatCelSays() {
    run(6_000, 4);
  }

  @Test
  @Tag("ci")
  void generatedConditionsMeanWhatCelSaysAtVolume() {
    run(50_000, 4);
  }

  @Test
  @Tag("stress")
  void generatedConditionsMeanWhatCelSaysAtLength() {
    run(MANY, 2);
  }

  /** Compares so often, each condition with several sets of attributes. */
  private void run(int comparisons, int sets) {
    Random random = new Random(SEED);
    RandomConditions conditions = new RandomConditions(random);
    int compared = 0;
    while (compared < comparisons) {
      String text = conditions.condition();
      try {
        Condition condition = Conditions.compile(text, AttributeSchema.EMPTY);
        Condition canonical = Conditions.compile(condition.canonical(), AttributeSchema.EMPTY);
        assertThat(canonical.canonical()).isEqualTo(condition.canonical());
        // The referee reads now the text as written, now the canonical text.
        CelRuntime.Program program =
            program(compared / sets % 8 == 0 ? condition.canonical() : text);
        for (int i = 0; i < sets; i++) {
          compare(text, new Readings(condition, canonical, program), conditions.attributes());
          compared++;
        }
      } catch (ConditionSyntaxException e) {
        refused++;
      }
    }
    System.out.printf(
        "conditions against dev.cel: seed %d, %d conditions, %d comparisons %s, %d refused%n",
        SEED, compared / sets, compared, outcomes, refused);
    assertThat(disagreements).as("seed %d", SEED).isEmpty();
    assertThat(outcomes.get(Outcome.TRUE)).isGreaterThan(comparisons / 10);
    assertThat(outcomes.get(Outcome.FALSE)).isGreaterThan(comparisons / 10);
    assertThat(outcomes.get(Outcome.ERROR)).isGreaterThan(comparisons / 100);
  }

  private void compare(String text, Readings readings, MapAttributes attributes) {
    Condition condition = readings.condition();
    Outcome ours = condition.evaluate(attributes);
    outcomes.merge(ours, 1, Integer::sum);
    boolean explained = (condition.failure(attributes) != null) == (ours == Outcome.ERROR);
    Outcome theirs = CelReferee.evaluate(readings.program(), attributes);
    Outcome again = readings.canonical().evaluate(attributes);
    if (ours != theirs || ours != again || !explained) {
      disagreements.add(
          "%s%n  ours %s, canonical %s, CEL %s: %s"
              .formatted(text, ours, again, theirs, attributes));
    }
  }

  private CelRuntime.Program program(String text) {
    try {
      return referee.program(text);
    } catch (CelValidationException | CelEvaluationException e) {
      throw new AssertionError(text, e);
    }
  }
}
