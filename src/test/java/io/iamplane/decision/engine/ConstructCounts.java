package io.iamplane.decision.engine;

import io.iamplane.decision.engine.fact.ConditionUse;
import io.iamplane.decision.engine.fact.Fact;
import io.iamplane.decision.engine.fact.ModelFact;
import io.iamplane.decision.engine.fact.RelationFact;
import io.iamplane.decision.engine.question.DecisionRequest;
import io.iamplane.language.relation.RelationExpression;
import io.iamplane.language.relation.RelationExpression.All;
import io.iamplane.language.relation.RelationExpression.Exclusion;
import io.iamplane.language.relation.RelationExpression.Intersection;
import io.iamplane.language.relation.RelationExpression.Name;
import io.iamplane.language.relation.RelationExpression.Nil;
import io.iamplane.language.relation.RelationExpression.Self;
import io.iamplane.language.relation.RelationExpression.Stored;
import io.iamplane.language.relation.RelationExpression.Traversal;
import io.iamplane.language.relation.RelationExpression.Union;
import io.iamplane.language.relation.RelationModel;
import io.iamplane.language.relation.SubjectType;
import io.iamplane.language.relation.TypeDefinition;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Counts of each construct in the policies and questions of a run. */
final class ConstructCounts {

  private final Map<Construct, Long> counts = new EnumMap<>(Construct.class);

  Map<Construct, Long> all() {
    return counts;
  }

  void add(ConstructCounts other) {
    other.counts.forEach((construct, count) -> counts.merge(construct, count, Long::sum));
  }

  void policy(List<Fact> facts) {
    for (Fact fact : facts) {
      if (fact instanceof ModelFact(_, RelationModel model)) {
        model.types().values().forEach(type -> type(model, type));
      } else if (fact instanceof RelationFact relation && !relation.isMembership()) {
        stored(relation);
      }
    }
  }

  void question(DecisionRequest request) {
    String subject = request.subject().id();
    count(Construct.ASKED_USERSET, subject.contains("#"));
    count(Construct.ASKED_EVERYONE, subject.equals("*"));
    count(Construct.ASKED_CONTEXT_OF_CONDITION, request.context().containsKey("want"));
    for (RelationFact own : request.relations()) {
      count(Construct.CONTEXTUAL, true);
      count(Construct.CONTEXTUAL_USERSET, own.subject().relation() != null);
      count(Construct.CONTEXTUAL_CONDITION, own.condition() instanceof ConditionUse);
    }
  }

  private void count(Construct construct, boolean occurs) {
    if (occurs) {
      counts.merge(construct, 1L, Long::sum);
    }
  }

  private void stored(RelationFact fact) {
    boolean userset = fact.subject().relation() != null;
    boolean everyone = fact.subject().ref().id().equals("*");
    count(Construct.STORED_USERSET, userset);
    count(Construct.STORED_EVERYONE, everyone);
    count(Construct.STORED_PERIOD, fact.from() != null || fact.until() != null);
    switch (fact.condition()) {
      case null -> count(Construct.STORED_PLAIN, !userset && !everyone);
      case ConditionUse use ->
          count(
              use.values().isEmpty()
                  ? Construct.STORED_CONDITION_WITHOUT_VALUES
                  : Construct.STORED_CONDITION_WITH_VALUES,
              true);
      default -> count(Construct.STORED_OWN_CONDITION, true);
    }
  }

  private void type(RelationModel model, TypeDefinition type) {
    for (List<SubjectType> subjects : type.relations().values()) {
      count(Construct.USERSET_LISTED, hasUserset(subjects));
      count(Construct.EVERYONE_LISTED, subjects.stream().anyMatch(SubjectType::wildcard));
      count(
          Construct.CONDITION_LISTED,
          subjects.stream().anyMatch(subject -> subject.condition() != null));
    }
    type.permissions().values().forEach(expression -> expression(model, type, expression));
  }

  private static boolean hasUserset(List<SubjectType> subjects) {
    return subjects.stream().anyMatch(subject -> subject.relation() != null);
  }

  private void expression(RelationModel model, TypeDefinition type, RelationExpression expression) {
    switch (expression) {
      case Stored _ -> count(Construct.RELATION_AND_PERMISSION, true);
      case Self _ -> count(Construct.SELF, true);
      case Nil _ -> count(Construct.NIL, true);
      case Name(String name) -> {
        count(Construct.RELATION, type.relations().containsKey(name));
        count(Construct.PERMISSION, type.permissions().containsKey(name));
      }
      case Traversal(String through, String name) -> {
        count(Construct.ARROW_TO_RELATION, isRelation(model, type, through, name));
        count(Construct.ARROW_TO_PERMISSION, isPermission(model, type, through, name));
        count(Construct.ARROW_OVER_USERSETS, hasUserset(listed(type, through)));
      }
      case All(String through, String name) -> {
        count(Construct.ALL_TO_RELATION, isRelation(model, type, through, name));
        count(Construct.ALL_TO_PERMISSION, isPermission(model, type, through, name));
        count(Construct.ALL_OVER_USERSETS, hasUserset(listed(type, through)));
      }
      case Union(List<RelationExpression> operands) ->
          operands(Construct.UNION, model, type, operands);
      case Intersection(List<RelationExpression> operands) ->
          operands(Construct.INTERSECTION, model, type, operands);
      case Exclusion(RelationExpression base, RelationExpression excluded) ->
          operands(Construct.EXCLUSION, model, type, List.of(base, excluded));
    }
  }

  private void operands(
      Construct construct,
      RelationModel model,
      TypeDefinition type,
      List<RelationExpression> operands) {
    count(construct, true);
    operands.forEach(operand -> expression(model, type, operand));
  }

  private static List<SubjectType> listed(TypeDefinition type, String through) {
    return type.relations().getOrDefault(through, List.of());
  }

  /** Returns true if the name is a relation of a listed type, and a permission of none. */
  private static boolean isRelation(
      RelationModel model, TypeDefinition type, String through, String name) {
    return !isPermission(model, type, through, name)
        && listed(type, through).stream()
            .map(subject -> model.types().get(subject.type()))
            .anyMatch(of -> of != null && of.relations().containsKey(name));
  }

  private static boolean isPermission(
      RelationModel model, TypeDefinition type, String through, String name) {
    return listed(type, through).stream()
        .map(subject -> model.types().get(subject.type()))
        .anyMatch(of -> of != null && of.permissions().containsKey(name));
  }
}
