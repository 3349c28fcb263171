package io.iamplane.decision.engine;

import io.iamplane.language.condition.AttributeRef;
import io.iamplane.language.condition.Condition;
import org.jspecify.annotations.Nullable;

/**
 * Something that must be true before a right counts. Two are the same when their canonical texts
 * are.
 */
public final class Clause implements Comparable<Clause> {

  /** The subject must activate the right first; no condition has this text. */
  public static final Clause ACTIVATION = new Clause("activation_required", null);

  private static final String APPLICATION = "application";

  private final String text;
  private final @Nullable Condition condition;

  private Clause(String text, @Nullable Condition condition) {
    this.text = text;
    this.condition = condition;
  }

  public static Clause of(Condition condition) {
    return new Clause(condition.canonical(), condition);
  }

  /** Whether it reads what another right is not asked about: its resource, action, application. */
  boolean isOfItsRight() {
    return condition != null && condition.reads().stream().anyMatch(Clause::isOfItsRight);
  }

  private static boolean isOfItsRight(AttributeRef read) {
    return switch (read.root()) {
      case RESOURCE, ACTION -> true;
      case REQUEST -> read.field().equals(APPLICATION);
      case SUBJECT, CONTEXT -> false;
    };
  }

  /** Whether it does not depend on the subject, or is true for certain. */
  boolean isAssured(AttributeChange own) {
    return condition == null || own.isAssured(condition);
  }

  /** Whether other attributes may make it true that was not certain before. */
  boolean mayTurnTrue(AttributeChange change) {
    return condition != null && change.mayTurnTrue(condition);
  }

  /** Whether other attributes may make it false that was not certain before. */
  boolean mayTurnFalse(AttributeChange change) {
    return condition != null && change.mayTurnFalse(condition);
  }

  /** Whether it is not false for certain afterwards, whatever else a request says. */
  boolean mayBeTrue(AttributeChange change) {
    return condition == null || change.mayBeTrue(condition);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Clause clause && clause.text.equals(text);
  }

  @Override
  public int compareTo(Clause other) {
    return text.compareTo(other.text);
  }

  @Override
  public int hashCode() {
    return text.hashCode();
  }

  @Override
  public String toString() {
    return text;
  }
}
