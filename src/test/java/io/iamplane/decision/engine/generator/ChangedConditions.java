package io.iamplane.decision.engine.generator;

import io.iamplane.decision.engine.fact.ConditionUse;
import io.iamplane.decision.engine.fact.Fact;
import io.iamplane.decision.engine.fact.ModelFact;
import io.iamplane.decision.engine.fact.RelationFact;
import io.iamplane.language.condition.Condition;
import io.iamplane.language.relation.RelationModel;
import io.iamplane.language.relation.SubjectType;
import io.iamplane.language.relation.TypeDefinition;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Policies that read the models' conditions otherwise than they are meant. */
public final class ChangedConditions {

  private ChangedConditions() {}

  /** A relation with a condition holds without it. */
  public static List<Fact> ignored(List<Fact> facts) {
    return withModels(withRelations(facts, _ -> null), subject -> Stream.of(subject.with(null)));
  }

  /** The stored values of a relation are ignored. */
  public static List<Fact> withoutValues(List<Fact> facts) {
    return withRelations(facts, use -> new ConditionUse(use.name(), Map.of()));
  }

  /** A required condition is optional. */
  public static List<Fact> notDemanded(List<Fact> facts) {
    return withModels(facts, subject -> Stream.of(subject, subject.with(null)));
  }

  /** A relation may name a condition that the model does not list. */
  public static List<Fact> welcome(List<Fact> facts) {
    return withModels(
        facts,
        subject ->
            Stream.concat(Stream.of(subject), ModelConditions.NAMES.stream().map(subject::with)));
  }

  private static List<Fact> withRelations(
      List<Fact> facts, Function<ConditionUse, @Nullable Condition> change) {
    return facts.stream()
        .map(fact ->
            fact instanceof RelationFact relation
                    && relation.condition() instanceof ConditionUse use
                ? new RelationFact(
                    relation.id(),
                    relation.subject(),
                    relation.relation(),
                    relation.object(),
                    change.apply(use),
                    relation.from(),
                    relation.until())
                : fact)
        .toList();
  }

  private static List<Fact> withModels(
      List<Fact> facts, Function<SubjectType, Stream<SubjectType>> change) {
    return facts.stream()
        .map(fact ->
            fact instanceof ModelFact(String application, RelationModel model)
                ? new ModelFact(application, of(model, change))
                : fact)
        .toList();
  }

  private static RelationModel of(
      RelationModel model, Function<SubjectType, Stream<SubjectType>> change) {
    Map<String, TypeDefinition> types = new HashMap<>();
    model
        .types()
        .forEach((name, type) -> {
          Map<String, List<SubjectType>> relations = new HashMap<>(type.relations());
          relations.replaceAll(
              (_, subjects) -> subjects.stream().flatMap(change).distinct().toList());
          types.put(name, new TypeDefinition(name, relations, type.permissions()));
        });
    return new RelationModel(types, model.conditions());
  }
}
