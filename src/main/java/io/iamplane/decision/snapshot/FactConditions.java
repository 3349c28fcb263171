package io.iamplane.decision.snapshot;

import io.iamplane.language.condition.AttributeRef;
import io.iamplane.language.condition.AttributeSchema;
import io.iamplane.language.condition.Attributes;
import io.iamplane.language.condition.Condition;
import io.iamplane.language.condition.ConditionSyntaxException;
import io.iamplane.language.condition.Conditions;
import io.iamplane.language.condition.StepMeter;
import java.util.Set;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/** Compiles the conditions of stored facts. */
final class FactConditions {

  private static final Logger LOG = Logger.getLogger(FactConditions.class);

  private FactConditions() {}

  /**
   * Compiles; null stays null. Everything stored was compiled before it was saved, so one that does
   * not compile is a defect. It must not take the tenant's other decisions along: it becomes a
   * condition that cannot be evaluated, which permits nothing and lifts no denial. The log names
   * the fact.
   */
  static @Nullable Condition compile(@Nullable String text, AttributeSchema schema, Object where) {
    if (text == null) {
      return null;
    }
    try {
      return Conditions.compile(text, schema);
    } catch (ConditionSyntaxException e) {
      LOG.errorf(
          e, "could not compile the stored condition of %s; it will be treated as an error", where);
      return new Unusable(text, e.reason());
    }
  }

  private record Unusable(String canonical, String reason) implements Condition {

    @Override
    public Outcome evaluate(Attributes attributes, StepMeter meter) {
      return Outcome.ERROR;
    }

    @Override
    public String failure(Attributes attributes, StepMeter meter) {
      return reason;
    }

    @Override
    public Set<AttributeRef> reads() {
      return Set.of();
    }
  }
}
