package io.iamplane.decision.engine;

import java.util.Arrays;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The id of a fact in little space: ids of this system are UUIDs, and two longs take a fifth of
 * their text. Any other text is kept as it is. Extended by the facts of this package.
 */
abstract class FactId {

  private final long high;
  private final long low;
  private final @Nullable String text;

  FactId(String id) {
    UUID uuid = uuid(id);
    this.high = uuid == null ? 0 : uuid.getMostSignificantBits();
    this.low = uuid == null ? 0 : uuid.getLeastSignificantBits();
    this.text = uuid == null ? id : null;
  }

  private static @Nullable UUID uuid(String id) {
    if (id.length() != 36) {
      return null;
    }
    try {
      UUID uuid = UUID.fromString(id);
      return uuid.toString().equals(id) ? uuid : null;
    } catch (IllegalArgumentException e) {
      return null;
    }
  }

  public final String id() {
    return text == null ? new UUID(high, low).toString() : text;
  }

  /** Returns the word for this kind of fact in errors about a missing one. */
  abstract String kind();

  static <T extends FactId> T[] with(T[] before, T fact) {
    T[] after = Arrays.copyOf(before, before.length + 1);
    after[before.length] = fact;
    return after;
  }

  /**
   * @throws IllegalStateException when no fact has this id
   */
  static <T extends FactId> T[] without(T[] before, T fact) {
    for (int i = 0; i < before.length; i++) {
      if (before[i].compareId(fact) == 0) {
        T[] after = Arrays.copyOf(before, before.length - 1);
        System.arraycopy(before, i + 1, after, i, after.length - i);
        return after;
      }
    }
    throw fact.absent();
  }

  final IllegalStateException absent() {
    return new IllegalStateException(kind() + " " + id() + " is not in the snapshot");
  }

  /** A total order of ids that costs no text; which of two is first means nothing else. */
  public final int compareId(FactId other) {
    if (text != null && other.text != null) {
      return text.compareTo(other.text);
    }
    if (text != null || other.text != null) {
      return text == null ? -1 : 1;
    }
    int first = Long.compareUnsigned(high, other.high);
    return first != 0 ? first : Long.compareUnsigned(low, other.low);
  }
}
