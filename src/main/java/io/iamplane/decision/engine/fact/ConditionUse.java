package io.iamplane.decision.engine.fact;

import io.iamplane.language.condition.AttributeRef;
import io.iamplane.language.condition.Attributes;
import io.iamplane.language.condition.Condition;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The condition of a relation that is the model's: its name, and what the relation stores for it.
 * What it says, the model says that is asked; a membership has no model, so there it cannot be
 * evaluated.
 *
 * @param values by parameter, without JSON's null
 */
public record ConditionUse(String name, Map<String, Object> values) implements Condition {

  public ConditionUse {
    values = Map.copyOf(values);
  }

  @Override
  public Outcome evaluate(Attributes attributes) {
    return Outcome.ERROR;
  }

  @Override
  public String failure(Attributes attributes) {
    return "the model declares no condition " + name + " for it";
  }

  @Override
  public String canonical() {
    return name + new TreeMap<>(values);
  }

  /** Its model reads parameters and the request, never attributes of a subject or resource. */
  @Override
  public Set<AttributeRef> reads() {
    return Set.of();
  }
}
