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

  /** The number made by {@link #admission(int, boolean, int, int)}, for fast comparisons. */
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

  public long admission() {
    return admission;
  }

  /**
   * Encodes a kind of subjects and a condition of the model in one number. The upper half is the
   * type, or its complement for everyone of the type; the lower half has the symbols of the
   * condition and of a userset's relation, each {@link Symbols#NONE} if absent.
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

  /** Returns true if it has begun and not ended; {@code now} in {@link Micros}. */
  public boolean validAt(long now) {
    return from <= now && now < until;
  }

  /** Returns true if its subject is a single object: not a userset, not a wildcard. */
  public boolean isDirect() {
    return subjectRelation() == Symbols.NONE && !subject.wildcard();
  }

  @Override
  String kind() {
    return "relation";
  }
}
