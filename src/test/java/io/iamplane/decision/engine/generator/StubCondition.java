package io.iamplane.decision.engine.generator;

import io.iamplane.language.condition.AttributeRef;
import io.iamplane.language.condition.Attributes;
import io.iamplane.language.condition.Condition;
import io.iamplane.language.condition.Root;
import io.iamplane.language.condition.StepMeter;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Conditions made by hand, so that the engine is tested without the language. */
public sealed interface StubCondition extends Condition {

  /** Always the same. */
  record Fixed(Outcome outcome) implements StubCondition {
    @Override
    public Outcome evaluate(Attributes attributes, StepMeter meter) {
      return outcome;
    }

    @Override
    public String canonical() {
      return outcome.name();
    }
  }

  /** {@code root.field == value}; an error when the field is absent. */
  record Equal(Root root, String field, Object value) implements StubCondition {
    @Override
    public Outcome evaluate(Attributes attributes, StepMeter meter) {
      if (!attributes.has(root, field)) {
        return Outcome.ERROR;
      }
      return value.equals(attributes.get(root, field)) ? Outcome.TRUE : Outcome.FALSE;
    }

    @Override
    public String canonical() {
      return root.name().toLowerCase(Locale.ROOT) + "." + field + " == " + value;
    }
  }

  Condition TRUE = new Fixed(Outcome.TRUE);
  Condition FALSE = new Fixed(Outcome.FALSE);
  Condition ERROR = new Fixed(Outcome.ERROR);

  @Override
  default @Nullable String failure(Attributes attributes, StepMeter meter) {
    return evaluate(attributes) == Outcome.TRUE ? null : canonical() + " is not true";
  }

  @Override
  default Set<AttributeRef> reads() {
    return this instanceof Equal equal
        ? Set.of(new AttributeRef(equal.root(), equal.field()))
        : Set.of();
  }
}
