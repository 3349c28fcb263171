package io.iamplane.decision.engine;

import io.iamplane.language.condition.Condition;
import io.iamplane.shared.Micros;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A relation, or a membership: the relation {@code member} on a group. */
final class Tuple extends FactId {

  private final Ref object;
  private final int relation;
  private final Ref subject;

  /** The symbol of the model's condition that it names above that of the userset's relation. */
  private final int form;

  private final @Nullable Condition condition;
  private final long from;
  private final long until;

  Tuple(
      String id,
      Ref object,
      int relation,
      Ref subject,
      int form,
      @Nullable Condition condition,
      @Nullable Instant from,
      @Nullable Instant until) {
    super(id);
    this.object = object;
    this.relation = relation;
    this.subject = subject;
    this.form = form;
    this.condition = condition;
    this.from = from == null ? Long.MIN_VALUE : Micros.of(from);
    this.until = until == null ? Long.MAX_VALUE : Micros.of(until);
  }

  public Ref object() {
    return object;
  }

  /** The relation's symbol. */
  public int relation() {
    return relation;
  }

  public Ref subject() {
    return subject;
  }

  /** The symbol of the userset's relation; 0 when the subject is no userset. */
  public int subjectRelation() {
    return form & Symbols.MAX;
  }

  /** What it holds for, beside the subject's type: as {@link ModelName#admits} takes it. */
  public int form() {
    return form;
  }

  /**
   * What it holds for, in one number.
   *
   * @param condition the symbol of the model's condition that it names, or {@link Symbols#NONE}
   */
  static int form(int subjectRelation, int condition) {
    return condition << 16 | subjectRelation;
  }

  /** Its own, or a {@link io.iamplane.decision.engine.fact.ConditionUse} of the model's. */
  public @Nullable Condition condition() {
    return condition;
  }

  /** The first moment, in {@link Micros}. */
  public long from() {
    return from;
  }

  /** The first moment at which it no longer holds, in {@link Micros}. */
  public long until() {
    return until;
  }

  /** Whether it has begun and not ended; {@code now} in {@link Micros}. */
  public boolean validAt(long now) {
    return from <= now && now < until;
  }

  /** Whether its subject is a single object: no userset, no wildcard. */
  public boolean isDirect() {
    return subjectRelation() == Symbols.NONE && !subject.wildcard();
  }

  @Override
  String kind() {
    return "relation";
  }
}
