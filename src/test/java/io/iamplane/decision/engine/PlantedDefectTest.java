package io.iamplane.decision.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.decision.engine.fact.Fact;
import io.iamplane.decision.engine.fact.GrantFact;
import io.iamplane.decision.engine.fact.RelationFact;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The comparison sees an index that loses one rule in a thousand. */
class PlantedDefectTest {

  private int seen;

  private List<Fact> loseOneInAThousand(List<Fact> facts) {
    return facts.stream().filter(fact -> !isRule(fact) || ++seen % 1_000 != 0).toList();
  }

  private static boolean isRule(Fact fact) {
    return fact instanceof GrantFact || fact instanceof RelationFact;
  }

  @Test
  void lostRuleIsFound() {
    DifferentialRun run = new DifferentialRun(this::loseOneInAThousand);
    for (long seed = 1; seed <= 400 && run.disagreements.isEmpty(); seed++) {
      run.policyWithoutChanges(seed, 120);
    }
    assertThat(seen).isPositive();
    assertThat(run.disagreements).isNotEmpty();
  }
}
