package io.iamplane.decision.engine;

import io.iamplane.decision.engine.fact.ConditionUse;
import io.iamplane.language.condition.AttributeRef;
import io.iamplane.language.condition.Attributes;
import io.iamplane.language.condition.Condition;
import io.iamplane.language.condition.NamedCondition;
import io.iamplane.language.condition.Root;
import io.iamplane.language.condition.StepMeter;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A condition of the model as one relation uses it: each parameter has the value that the relation
 * stores, else the one of the request's context. Bound again for each relation, by one thread.
 */
final class BoundCondition implements Condition, Attributes {

  private final Attributes request;
  private @Nullable NamedCondition rules;
  private Map<String, Object> stored = Map.of();
  private boolean missed;
  private boolean mistyped;

  BoundCondition(Attributes request) {
    this.request = request;
  }

  void begin() {
    missed = false;
    mistyped = false;
  }

  void end() {
    rules = null;
    stored = Map.of();
  }

  Condition bind(NamedCondition condition, ConditionUse use) {
    rules = condition;
    stored = use.values();
    return this;
  }

  /** Remembers the cause of an error; checks for each cause until it is found. */
  void failed() {
    missed = missed || !missing().isEmpty();
    mistyped = mistyped || (!missed && !rules().mistyped(this).isEmpty());
  }

  /** Returns true if a condition failed since {@link #begin} because a parameter had no value. */
  boolean hasMissed() {
    return missed;
  }

  /** Returns true if a condition failed because a value has a different type than its parameter. */
  boolean wasMistyped() {
    return mistyped;
  }

  String name() {
    return rules().name();
  }

  /** The parameters without value, in order. */
  List<String> missing() {
    return rules().missing(this);
  }

  private NamedCondition rules() {
    return Objects.requireNonNull(rules);
  }

  @Override
  public @Nullable Object get(Root root, String field) {
    Object value = root == Root.CONTEXT ? stored.get(field) : null;
    return value != null ? value : request.get(root, field);
  }

  @Override
  public boolean has(Root root, String field) {
    return (root == Root.CONTEXT && stored.containsKey(field)) || request.has(root, field);
  }

  @Override
  public Outcome evaluate(Attributes attributes, StepMeter meter) {
    return rules().condition().evaluate(this, meter);
  }

  @Override
  public @Nullable String failure(Attributes attributes, StepMeter meter) {
    List<String> missing = missing();
    return missing.isEmpty()
        ? rules().condition().failure(this, meter)
        : "neither the relation nor the request's context provides " + String.join(", ", missing);
  }

  @Override
  public String canonical() {
    return rules().condition().canonical();
  }

  @Override
  public Set<AttributeRef> reads() {
    return rules().condition().reads();
  }
}
