package io.iamplane.database;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/** A statement that writes exactly so many rows, or {@link #ANY}. */
record Write(int rows, String statement, @Nullable Object... parameters) {

  static final int ANY = -1;

  /** Some writes in their order, of which those that follow one another are one where they can. */
  static List<Write> merged(List<Write> writes) {
    List<Write> merged = new ArrayList<>(writes.size());
    for (Write write : writes) {
      Write both = merged.isEmpty() ? null : merged.getLast().with(write);
      if (both == null) {
        merged.add(write);
      } else {
        merged.set(merged.size() - 1, both);
      }
    }
    return merged;
  }

  /**
   * Several lists of writes as one, in which each keeps its order. The lists must be independent of
   * each other.
   */
  static List<Write> combined(List<List<Write>> lists) {
    List<Write> combined = new ArrayList<>();
    for (List<Write> list : lists) {
      int at = 0;
      for (Write write : list) {
        at = put(write, combined, at) + 1;
      }
    }
    return combined;
  }

  /** Puts a write at a place or behind it, where possible into one that is there; where it went. */
  private static int put(Write write, List<Write> combined, int from) {
    for (int at = from; at < combined.size(); at++) {
      Write both = combined.get(at).with(write);
      if (both != null) {
        combined.set(at, both);
        return at;
      }
    }
    combined.add(from, write);
    return from;
  }

  /**
   * Both as one, when they are the same statement for other rows: arrays are put together, and all
   * other parameters are the same. Null when they are not.
   */
  private @Nullable Write with(Write next) {
    if ((rows == ANY) != (next.rows == ANY)
        || !statement.equals(next.statement)
        || parameters.length != next.parameters.length) {
      return null;
    }
    @Nullable Object[] both = new @Nullable Object[parameters.length];
    boolean joined = false;
    for (int i = 0; i < both.length; i++) {
      Object first = parameters[i];
      Object second = next.parameters[i];
      if (first != null && second != null && isList(first) && isList(second)) {
        both[i] = joined(first, second);
        joined = true;
      } else if (Objects.equals(first, second)) {
        both[i] = first;
      } else {
        return null;
      }
    }
    return joined ? new Write(rows == ANY ? ANY : rows + next.rows, statement, both) : null;
  }

  /** Counts the characters and bytes of variable length, approximately. */
  int size() {
    return length(parameters);
  }

  private static int length(@Nullable Object value) {
    return switch (value) {
      case String text -> text.length();
      case byte[] bytes -> bytes.length;
      case ArrayParameter array -> array.size();
      case Object[] values -> Arrays.stream(values).mapToInt(Write::length).sum();
      case null, default -> 0;
    };
  }

  /** A value of bytes is one value. */
  private static boolean isList(Object value) {
    return value instanceof ArrayParameter || value instanceof long[] || value instanceof Object[];
  }

  private static Object joined(Object first, Object second) {
    return switch (first) {
      case ArrayParameter array -> array.with((ArrayParameter) second);
      case long[] numbers ->
          LongStream.concat(LongStream.of(numbers), LongStream.of((long[]) second)).toArray();
      default -> joined((@Nullable Object[]) first, (@Nullable Object[]) second);
    };
  }

  private static Object joined(@Nullable Object[] first, @Nullable Object[] second) {
    @Nullable Object[] both = Arrays.copyOf(first, first.length + second.length);
    System.arraycopy(second, 0, both, first.length, second.length);
    return both;
  }
}
