package io.iamplane.decision.reach;

import io.iamplane.language.condition.Attributes;
import io.iamplane.language.condition.Condition;
import io.iamplane.language.condition.Condition.Outcome;
import io.iamplane.language.condition.Root;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Something that must be true before a right counts. Two are the same when their canonical texts
 * are.
 */
public final class Clause {

  /** The subject must activate the right first; no condition has this text. */
  public static final Clause ACTIVATION = new Clause("activation_required", null);

  private final String text;
  private final @Nullable Condition condition;

  private Clause(String text, @Nullable Condition condition) {
    this.text = text;
    this.condition = condition;
  }

  public static Clause of(Condition condition) {
    return new Clause(condition.canonical(), condition);
  }

  /** Whether other attributes of the subject may make it true that was not certain before. */
  boolean mayTurnTrue(Map<String, Object> before, Map<String, Object> after) {
    Condition asked = condition;
    return asked != null
        && asked.reads().stream()
            .anyMatch(read ->
                read.root() == Root.SUBJECT
                    && !Objects.equals(before.get(read.field()), after.get(read.field())))
        && asked.evaluate(ofSubject(before)) != Outcome.TRUE
        && mayBeTrue(after);
  }

  /** Whether other attributes of the subject make it false that was not before. */
  boolean turnsFalse(Map<String, Object> before, Map<String, Object> after) {
    return mayBeTrue(before) && !mayBeTrue(after);
  }

  /** Whether it is not false for certain, whatever else a request says. */
  boolean mayBeTrue(Map<String, Object> subject) {
    return condition == null || condition.evaluate(ofSubject(subject)) != Outcome.FALSE;
  }

  private static Attributes ofSubject(Map<String, Object> subject) {
    return new Attributes() {
      @Override
      public @Nullable Object get(Root root, String field) {
        return root == Root.SUBJECT ? subject.get(field) : null;
      }

      @Override
      public boolean has(Root root, String field) {
        return root == Root.SUBJECT && subject.containsKey(field);
      }
    };
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Clause clause && clause.text.equals(text);
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
