package io.iamplane.decision.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.decision.engine.fact.ModelFact;
import io.iamplane.decision.engine.fact.RelationFact;
import io.iamplane.decision.engine.generator.Dice;
import io.iamplane.decision.engine.generator.GeneratedPolicy;
import io.iamplane.language.relation.RelationModel;
import io.iamplane.shared.SubjectRef;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SymbolUseTest {

  private static final PolicySnapshot EMPTY = PolicySnapshot.builder().build(1);

  @Test
  void theNamesOfFactsAreThoseThatASnapshotOfThemHas() {
    for (int seed = 0; seed < 200; seed++) {
      var facts = new GeneratedPolicy(new Dice(seed), 150).facts();
      SnapshotBuilder builder = PolicySnapshot.builder();
      facts.forEach(builder::add);
      PolicySnapshot all = builder.build(1);
      assertThat(EMPTY.symbolCount() + PolicyGrowth.newSymbols(EMPTY, facts))
          .isEqualTo(all.symbolCount());
      assertThat(PolicyGrowth.newSymbols(all, facts)).isZero();
    }
  }

  @Test
  void aPolicyHasTheMostNames() {
    SnapshotBuilder builder = PolicySnapshot.builder();
    for (int type = 0; EMPTY.symbolCount() + 1 + type < PolicyGrowth.MOST_SYMBOLS; type++) {
      builder.add(relation("t" + type));
    }
    PolicySnapshot full = builder.build(1);
    assertThat(full.symbolCount()).isEqualTo(PolicyGrowth.MOST_SYMBOLS);
    assertThat(
            PolicyGrowth.newSymbols(
                full, List.of(relation("t1"), relation("new"), relation("new"))))
        .isEqualTo(1);
  }

  private static RelationFact relation(String type) {
    RelationFact.Subject ann = RelationFact.Subject.of(new SubjectRef("user", "ann"));
    return RelationFact.of(type, ann, "member", new SubjectRef(type, "1"));
  }

  /** A constant weight would let many large models fill the heap. */
  @Test
  void aModelIsWeighedByItsContents() {
    for (String subjects : List.of("user", "user | group#member | user:*")) {
      ModelFact large = new ModelFact("app", model(128, 256, subjects));
      assertThat(PolicyGrowth.leastWeight(large)).isBetween(5_000_000L, 25_000_000L);
      PolicySnapshot snapshot = PolicySnapshot.builder().add(large).build(1);
      assertThat(PolicyGrowth.catalogueWeight(snapshot)).isEqualTo(PolicyGrowth.leastWeight(large));
    }
    ModelFact small = new ModelFact("app", model(2, 2, "user"));
    assertThat(PolicyGrowth.leastWeight(small)).isBetween(2_000L, 5_000L);
  }

  private static RelationModel model(int types, int names, String subjects) {
    Map<String, Object> all = new LinkedHashMap<>();
    for (int type = 0; type < types; type++) {
      Map<String, Object> relations = new LinkedHashMap<>();
      for (int name = 0; name < names; name++) {
        relations.put("r" + name, subjects);
      }
      all.put("t" + type, Map.of("relations", relations));
    }
    return RelationModel.parse(all).model();
  }
}
