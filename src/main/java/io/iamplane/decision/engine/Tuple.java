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

  /**
   * As {@link #admission(int, boolean, int, int)} makes it: one number, which is compared often.
   */
  private final long admission;

  private final @Nullable Condition condition;
  private final long from;
  private final long until;

  Tuple(
      String id,
      Ref object,
      int relation,
      Ref subject,
      int subjectRelation,
      int named,
      @Nullable Condition condition,
      @Nullable Instant from,
      @Nullable Instant until) {
    super(id);
    this.object = object;
    this.relation = relation;
    this.subject = subject;
    this.admission = admission(subject.type(), subject.wildcard(), subjectRelation, named);
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
    return (int) admission & Symbols.MAX;
  }

  /** The symbol of the model's condition that it names, or {@link Symbols#NONE}. */
  public int named() {
    return (int) admission >>> Symbols.BITS;
  }

  /** What a model has to admit for it to hold. */
  public long admission() {
    return admission;
  }

  /**
   * What a relation holds for, and under which condition of the model, in one number: of its upper
   * half the type, of everyone the type's complement; below it the condition's symbol and that of a
   * userset's relation, each {@link Symbols#NONE} where it is absent.
   */
  static long admission(int type, boolean wildcard, int subjectRelation, int named) {
    int form = named << Symbols.BITS | subjectRelation;
    return ((long) (wildcard ? ~type : type) << Integer.SIZE) | Integer.toUnsignedLong(form);
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
