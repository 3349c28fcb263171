package io.iamplane.decision.engine.fact;

import io.iamplane.language.condition.AttributeRef;
import io.iamplane.language.condition.Attributes;
import io.iamplane.language.condition.Condition;
import io.iamplane.language.condition.StepMeter;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * A relation's use of a condition of the model: its name, and the values stored for it. The model
 * of the question defines the condition; memberships have no model, so there it cannot be
 * evaluated.
 *
 * @param values by parameter, without JSON's null
 */
public record ConditionUse(String name, Map<String, Object> values) implements Condition {

  public ConditionUse {
    values = Map.copyOf(values);
  }

  @Override
  public Outcome evaluate(Attributes attributes, StepMeter meter) {
    return Outcome.ERROR;
  }

  @Override
  public String failure(Attributes attributes, StepMeter meter) {
    return "the model does not declare the condition " + name + " for the relation";
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
