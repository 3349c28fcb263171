package io.iamplane.decision.engine.generator;

import io.iamplane.decision.engine.fact.ApplicationFact;
import io.iamplane.decision.engine.fact.Fact;
import io.iamplane.decision.engine.fact.FactChange;
import io.iamplane.decision.engine.fact.GrantFact;
import io.iamplane.decision.engine.fact.ModelFact;
import io.iamplane.decision.engine.fact.PermissionFact;
import io.iamplane.decision.engine.fact.RelationFact;
import io.iamplane.decision.engine.fact.RoleFact;
import io.iamplane.decision.engine.fact.SubjectFact;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A policy that keeps the store's promises: keys and external ids are unique. */
public final class GeneratedPolicy {

  private final Dice dice;
  private final FactGenerator generator;
  private final Map<String, Fact> facts = new LinkedHashMap<>();

  /** Makes a policy of about {@code size} facts. */
  public GeneratedPolicy(Dice dice, int size) {
    this.dice = dice;
    this.generator = new FactGenerator(dice, dice.once(2));
    for (String application : List.of("a", "b")) {
      put(new ApplicationFact(application, true));
      put(generator.model(application));
    }
    for (int i = 0; i < 24; i++) {
      put(generator.permission());
      put(generator.subject());
    }
    while (facts.size() < size) {
      put(generator.any());
    }
  }

  public List<Fact> facts() {
    return List.copyOf(facts.values());
  }

  /** Changes the policy and returns the changes. */
  public List<FactChange> change(int count) {
    List<FactChange> changes = new ArrayList<>();
    while (changes.size() < count) {
      if (dice.once(2) && !facts.isEmpty()) {
        String key = dice.of(List.copyOf(facts.keySet()));
        changes.add(FactChange.removed(facts.remove(key)));
      } else {
        Fact made = generator.any();
        if (isFree(made)) {
          changes.add(new FactChange(facts.put(key(made), made), made));
        }
      }
    }
    return changes;
  }

  private void put(Fact fact) {
    if (isFree(fact)) {
      facts.put(key(fact), fact);
    }
  }

  private boolean isFree(Fact fact) {
    if (!(fact instanceof SubjectFact subject) || subject.externalId() == null) {
      return true;
    }
    return facts.values().stream()
        .filter(other -> !key(other).equals(key(fact)))
        .noneMatch(other ->
            other instanceof SubjectFact taken
                && taken.ref().type().equals(subject.ref().type())
                && subject.externalId().equals(taken.externalId()));
  }

  private static String key(Fact fact) {
    return switch (fact) {
      case SubjectFact subject -> "subject " + subject.ref();
      case RelationFact relation -> "tuple " + relation.id();
      case GrantFact grant -> "grant " + grant.id();
      case ApplicationFact application -> "application " + application.key();
      case PermissionFact permission -> "permission " + permission.key();
      case RoleFact role -> "role " + role.key();
      case ModelFact model -> "model " + model.application();
    };
  }
}
