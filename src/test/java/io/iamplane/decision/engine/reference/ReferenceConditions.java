package io.iamplane.decision.engine.reference;

import io.iamplane.decision.engine.fact.ConditionUse;
import io.iamplane.decision.engine.reference.ReferenceDirectory.Link;
import io.iamplane.language.condition.Condition.Outcome;
import io.iamplane.language.condition.NamedCondition;
import io.iamplane.language.condition.Root;
import io.iamplane.language.condition.Type;
import io.iamplane.language.relation.RelationModel;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The conditions of stored relations, with those of the model. */
final class ReferenceConditions {

  private final @Nullable RelationModel model;
  private final ReferenceAttributes attributes;
  private final ReferenceSubject subject;

  ReferenceConditions(
      @Nullable RelationModel model, ReferenceAttributes attributes, ReferenceSubject subject) {
    this.model = model;
    this.attributes = attributes;
    this.subject = subject;
  }

  Outcome of(Link link) {
    NamedCondition named = named(link);
    return named == null
        ? Logic.of(link.condition(), attributes, subject)
        : named.condition().evaluate(given(link));
  }

  /** Returns true if the result is an error because a parameter has no value. */
  boolean isMissing(Link link) {
    NamedCondition named = named(link);
    return named != null
        && of(link) == Outcome.ERROR
        && !context(link).keySet().containsAll(named.parameters().keySet());
  }

  /**
   * Returns true if all parameters have values, one of them with another type, and that is an
   * error.
   */
  boolean isMistyped(Link link) {
    NamedCondition named = named(link);
    return named != null
        && !isMissing(link)
        && of(link) == Outcome.ERROR
        && named.parameters().entrySet().stream()
            .anyMatch(each -> !isOf(each.getValue(), context(link).get(each.getKey())));
  }

  private static boolean isOf(Type type, @Nullable Object value) {
    return switch (type.text()) {
      case "int" -> value instanceof Integer || value instanceof Long;
      case "bool" -> value instanceof Boolean;
      case "string" -> value instanceof String;
      default -> true;
    };
  }

  /** A membership has a condition of its own; the name of a model's is an error there. */
  private @Nullable NamedCondition named(Link link) {
    boolean membership = link.object().type().equals("group") && link.relation().equals("member");
    return link.condition() instanceof ConditionUse use && model != null && !membership
        ? model.conditions().get(use.name())
        : null;
  }

  /** The values of the relation, then those of the request. */
  private Map<String, Object> context(Link link) {
    Map<String, Object> stored =
        link.condition() instanceof ConditionUse use ? use.values() : Map.of();
    return ReferenceAttributes.layered(
        stored, attributes.roots().getOrDefault(Root.CONTEXT, Map.of()));
  }

  private ReferenceAttributes given(Link link) {
    Map<Root, Map<String, Object>> roots = new HashMap<>(attributes.roots());
    roots.put(Root.CONTEXT, context(link));
    return new ReferenceAttributes(roots);
  }
}
