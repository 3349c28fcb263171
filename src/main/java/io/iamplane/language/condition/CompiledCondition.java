package io.iamplane.language.condition;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A condition as closures. The end of the step budget makes the whole evaluation an error: {@code
 * ||} and {@code &&} do not absorb it, since later operands could not be evaluated either.
 */
final class CompiledCondition implements Condition {

  /** So many nodes outside of loops are one step: a condition costs by its size. */
  private static final int NODES_PER_STEP = 8;

  private final Term term;
  private final int weight;
  private final int variables;
  private final Failure notBool;
  private final String canonical;
  private final Set<AttributeRef> reads;

  CompiledCondition(
      Term term,
      int nodes,
      int variables,
      Failure notBool,
      String canonical,
      Set<AttributeRef> reads) {
    this.term = term;
    this.weight = nodes / NODES_PER_STEP;
    this.variables = variables;
    this.notBool = notBool;
    this.canonical = canonical;
    this.reads = reads;
  }

  @Override
  public Outcome evaluate(Attributes attributes, StepMeter meter) {
    Frame frame = frame(attributes, meter);
    Outcome outcome = outcome(frame);
    meter.spend(frame.spent() + weight);
    return outcome;
  }

  private Outcome outcome(Frame frame) {
    Object value = term.value(frame);
    if (!(value instanceof Boolean bool) || frame.exhausted()) {
      return Outcome.ERROR;
    }
    return bool ? Outcome.TRUE : Outcome.FALSE;
  }

  private Frame frame(Attributes attributes, StepMeter meter) {
    return new Frame(attributes, variables, Math.min(ConditionLimits.STEPS, meter.left()));
  }

  @Override
  public @Nullable String failure(Attributes attributes, StepMeter meter) {
    Frame frame = frame(attributes, meter);
    String failure = failure(frame);
    meter.spend(frame.spent() + weight);
    return failure;
  }

  private @Nullable String failure(Frame frame) {
    Object value = term.value(frame);
    if (frame.exhausted()) {
      return Failure.exhausted(notBool.place()).text();
    }
    return switch (value) {
      case Failure failure -> failure.text();
      case Boolean _ -> null;
      case null, default -> notBool.text();
    };
  }

  @Override
  public String canonical() {
    return canonical;
  }

  @Override
  public Set<AttributeRef> reads() {
    return reads;
  }

  @Override
  public String toString() {
    return canonical;
  }
}
