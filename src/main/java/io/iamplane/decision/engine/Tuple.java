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
  private final int subjectRelation;
  private final @Nullable Condition condition;
  private final long from;
  private final long until;

  Tuple(
      String id,
      Ref object,
      int relation,
      Ref subject,
      int subjectRelation,
      @Nullable Condition condition,
      @Nullable Instant from,
      @Nullable Instant until) {
    super(id);
    this.object = object;
    this.relation = relation;
    this.subject = subject;
    this.subjectRelation = subjectRelation;
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
    return subjectRelation;
  }

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
    return subjectRelation == 0 && !subject.wildcard();
  }

  @Override
  String kind() {
    return "relation";
  }
}
