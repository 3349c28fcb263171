package io.iamplane.decision.engine;

import io.iamplane.language.condition.AttributeRef;
import io.iamplane.language.condition.Attributes;
import io.iamplane.language.condition.Condition;
import io.iamplane.language.condition.Condition.Outcome;
import io.iamplane.language.condition.Root;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What conditions read of a decision's subject or resource, as it was and as it is to be. Of
 * everything else a condition reads nothing is known: where it matters, the outcome is an error.
 *
 * @param root what they are attributes of
 */
public record AttributeChange(Root root, Map<String, Object> before, Map<String, Object> after) {

  /** The name under which conditions read an entry's external id. */
  static final String EXTERNAL_ID = "external_id";

  /** The decision point itself knows these; what is stored under their names is not read. */
  private static final Set<String> KNOWN_OTHERWISE = Set.of("type", "id");

  /**
   * What conditions read of an entry of the directory: its attributes, and its external id in place
   * of an attribute of that name.
   */
  public static Map<String, Object> readable(
      @Nullable String externalId, Map<String, Object> attributes) {
    if (externalId == null && !attributes.containsKey(EXTERNAL_ID)) {
      return attributes;
    }
    Map<String, Object> readable = new HashMap<>(attributes);
    if (externalId == null) {
      readable.remove(EXTERNAL_ID);
    } else {
      readable.put(EXTERNAL_ID, externalId);
    }
    return readable;
  }

  /** Whether conditions about the subject may come out otherwise. */
  public static AttributeChange ofSubject(Map<String, Object> before, Map<String, Object> after) {
    return new AttributeChange(Root.SUBJECT, before, after);
  }

  /** Whether conditions about the resource may come out otherwise. */
  public static AttributeChange ofResource(Map<String, Object> before, Map<String, Object> after) {
    return new AttributeChange(Root.RESOURCE, before, after);
  }

  /** What a subject is, without any change. */
  public static AttributeChange none(Map<String, Object> stored) {
    return ofSubject(stored, stored);
  }

  /** Whether a condition reads nothing of whose attributes these are, or is true for certain. */
  boolean isAssured(Condition condition) {
    return condition.reads().stream().noneMatch(read -> read.root() == root)
        || outcome(condition, after) == Outcome.TRUE;
  }

  /** Whether a condition may be true afterwards that was not certain to be before. */
  boolean mayTurnTrue(Condition condition) {
    return isReadBy(condition)
        && outcome(condition, before) != Outcome.TRUE
        && outcome(condition, after) != Outcome.FALSE;
  }

  /** Whether a condition may be false afterwards that was not certain to be before. */
  boolean mayTurnFalse(Condition condition) {
    return isReadBy(condition)
        && outcome(condition, before) != Outcome.FALSE
        && outcome(condition, after) != Outcome.TRUE;
  }

  /** Whether a condition may be true afterwards. */
  boolean mayBeTrue(Condition condition) {
    return outcome(condition, after) != Outcome.FALSE;
  }

  /** Whether a condition reads what changes. */
  boolean isReadBy(Condition condition) {
    return condition.reads().stream().anyMatch(this::changes);
  }

  private boolean changes(AttributeRef read) {
    String field = read.field();
    return read.root() == root
        && !KNOWN_OTHERWISE.contains(field)
        && (before.containsKey(field) != after.containsKey(field)
            || !Objects.equals(before.get(field), after.get(field)));
  }

  /** What is certain whatever else a request says; else an error. */
  private Outcome outcome(Condition condition, Map<String, Object> stored) {
    Known known = new Known(stored);
    Outcome outcome = condition.evaluate(known);
    // Who asks whether something is there takes "not known" for "not there".
    return known.missed && condition.canonical().contains("has(") ? Outcome.ERROR : outcome;
  }

  /** What is stored, and whether anything else was asked for. */
  private final class Known implements Attributes {

    private final Map<String, Object> stored;
    private boolean missed;

    Known(Map<String, Object> stored) {
      this.stored = stored;
    }

    @Override
    public @Nullable Object get(Root of, String field) {
      return isKnown(of, field) ? stored.get(field) : null;
    }

    @Override
    public boolean has(Root of, String field) {
      boolean there = isKnown(of, field) && stored.containsKey(field);
      missed |= !there;
      return there;
    }

    private boolean isKnown(Root of, String field) {
      return of == root && !KNOWN_OTHERWISE.contains(field);
    }
  }
}
