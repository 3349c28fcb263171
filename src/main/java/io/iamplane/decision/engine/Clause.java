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

  /**
   * Returns true if it reads inputs that differ for another right: resource, action, application.
   */
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

  /** Returns true if it is independent of the subject, or certainly true. */
  boolean isAssured(AttributeChange own) {
    return condition == null || own.isAssured(condition);
  }

  /** Returns true if the change may make it true and it was not certainly true before. */
  boolean mayTurnTrue(AttributeChange change) {
    return condition != null && change.mayTurnTrue(condition);
  }

  /** Returns true if the change may make it false and it was not certainly false before. */
  boolean mayTurnFalse(AttributeChange change) {
    return condition != null && change.mayTurnFalse(condition);
  }

  /** Returns true if it is not certainly false after the change. */
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
