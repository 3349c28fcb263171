package io.iamplane.governance.simulation.recorded;

import java.util.AbstractMap;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The inputs of a decision of which some were not recorded. Notes when one of those is read: only
 * then does the answer depend on it. For one thread.
 */
final class MissingInputs {

  /** The text in a record in place of a value that was not written. */
  private static final String REDACTED = "[redacted]";

  private final boolean omitted;
  private boolean read;

  /** Creates the missing inputs of one decision: all if {@code omitted}, else some. */
  MissingInputs(boolean omitted) {
    this.omitted = omitted;
  }

  boolean isOmitted() {
    return omitted;
  }

  /** Returns true if one was read since the last call. */
  boolean wereRead() {
    boolean was = read;
    read = false;
    return was;
  }

  /** Returns an object that was not recorded: all of its members are missing. */
  Map<String, Object> omitted() {
    return new Watched(Map.of(), null);
  }

  /** An object of which some values were not recorded. */
  Map<String, Object> redacted(Map<String, Object> recorded) {
    Map<String, Object> members = new LinkedHashMap<>();
    recorded.forEach((name, value) -> members.put(name, value(value)));
    return new Watched(members, REDACTED);
  }

  private @Nullable Object value(@Nullable Object value) {
    if (value instanceof Map<?, ?> object) {
      Map<String, Object> members = new LinkedHashMap<>();
      object.forEach((name, each) -> members.put(String.valueOf(name), value(each)));
      return new Watched(members, REDACTED);
    }
    if (value instanceof List<?> list) {
      List<@Nullable Object> values = new ArrayList<>(list.size());
      list.forEach(each -> values.add(value(each)));
      return values;
    }
    return value;
  }

  private final class Watched extends AbstractMap<String, Object> {

    private final Map<String, Object> members;

    /** The text of a missing value; null if all are missing. */
    private final @Nullable String missing;

    Watched(Map<String, Object> members, @Nullable String missing) {
      this.members = members;
      this.missing = missing;
    }

    @Override
    public @Nullable Object get(@Nullable Object name) {
      Object value = members.get(name);
      note(value);
      return value;
    }

    /** A redacted value is present. */
    @Override
    public boolean containsKey(@Nullable Object name) {
      if (missing == null) {
        read = true;
      }
      return members.containsKey(name);
    }

    /** Comparing or searching the whole map reads all values. */
    @Override
    public Set<Entry<String, Object>> entrySet() {
      if (missing == null) {
        read = true;
      }
      members.values().forEach(this::note);
      return members.entrySet();
    }

    private void note(@Nullable Object value) {
      if (missing == null || missing.equals(value)) {
        read = true;
      }
    }
  }
}
