package io.iamplane.decision.engine;

import io.iamplane.language.condition.Attributes;
import io.iamplane.language.condition.Condition;
import io.iamplane.language.condition.Condition.Outcome;
import io.iamplane.language.condition.Root;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The attributes of a subject or resource that conditions read, before and after a change. All
 * other inputs of a condition are unknown: if they matter, the outcome is an error.
 */
public record AttributeChange(Root root, Map<String, Object> before, Map<String, Object> after) {

  /** The name under which conditions read an entry's external id. */
  static final String EXTERNAL_ID = "external_id";

  /** The decision point itself supplies these; stored attributes with these names are not read. */
  private static final Set<String> KNOWN_OTHERWISE = Set.of("type", "id");

  /**
   * Returns the attributes of a directory entry as conditions read them, with the entry's external
   * id in place of an attribute of that name.
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

  public static AttributeChange ofSubject(Map<String, Object> before, Map<String, Object> after) {
    return new AttributeChange(Root.SUBJECT, before, after);
  }

  public static AttributeChange ofResource(Map<String, Object> before, Map<String, Object> after) {
    return new AttributeChange(Root.RESOURCE, before, after);
  }

  /** Returns true if a condition may be true after the change and was not certainly true before. */
  boolean mayTurnTrue(Condition condition) {
    return isReadBy(condition)
        && outcome(condition, before) != Outcome.TRUE
        && outcome(condition, after) != Outcome.FALSE;
  }

  /**
   * Returns true if a condition may be false after the change and was not certainly false before.
   */
  boolean mayTurnFalse(Condition condition) {
    return isReadBy(condition)
        && outcome(condition, before) != Outcome.FALSE
        && outcome(condition, after) != Outcome.TRUE;
  }

  boolean isReadBy(Condition condition) {
    return condition.reads().stream()
        .anyMatch(read -> read.root() == root && isChanged(read.field()));
  }

  public Set<String> fields() {
    Set<String> fields = new HashSet<>(before.keySet());
    fields.addAll(after.keySet());
    fields.removeIf(field -> !isChanged(field));
    return fields;
  }

  private boolean isChanged(String field) {
    return !KNOWN_OTHERWISE.contains(field)
        && (before.containsKey(field) != after.containsKey(field)
            || !Objects.equals(before.get(field), after.get(field)));
  }

  /** Returns the outcome for every request; an error if requests may differ. */
  private Outcome outcome(Condition condition, Map<String, Object> stored) {
    Known known = new Known(stored);
    Outcome outcome = condition.evaluate(known);
    // Who asks whether something is there takes "not known" for "not there".
    return known.missed && condition.canonical().contains("has(") ? Outcome.ERROR : outcome;
  }

  /** The stored attributes; remembers lookups of others. */
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
