package io.iamplane.database;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * Writes of a {@link SharedTransaction} whose answers no caller waits for, in their order. They go
 * to the database with the next statement of the transaction, whichever it is, so that no statement
 * can tell that they were postponed.
 */
final class PostponedWrites {

  private final List<Write> all = new ArrayList<>();

  /** How many of them are of parts that are done. */
  private int others;

  /**
   * A statement that writes.
   *
   * @param rows how many it must write, or {@link #ANY}
   */
  record Write(int rows, String statement, @Nullable Object... parameters) {

    static final int ANY = -1;

    static Write command(String text) {
      return new Write(ANY, text);
    }

    /**
     * Both as one, when they are the same statement for other rows: arrays are put together, and
     * all other parameters are the same.
     *
     * @return null when they are not
     */
    private @Nullable Write with(Write next) {
      if (rows == ANY
          || !statement.equals(next.statement)
          || parameters.length != next.parameters.length) {
        return null;
      }
      @Nullable Object[] both = new @Nullable Object[parameters.length];
      boolean joined = false;
      for (int i = 0; i < both.length; i++) {
        Object first = parameters[i];
        Object second = next.parameters[i];
        if (first != null && second != null && first.getClass().isArray()) {
          both[i] = joined(first, second);
          joined = true;
        } else if (Objects.equals(first, second)) {
          both[i] = first;
        } else {
          return null;
        }
      }
      return joined ? new Write(rows + next.rows, statement, both) : null;
    }

    private static Object joined(Object first, Object second) {
      return first instanceof long[] numbers
          ? LongStream.concat(LongStream.of(numbers), LongStream.of((long[]) second)).toArray()
          : joined((@Nullable Object[]) first, (@Nullable Object[]) second);
    }

    private static Object joined(@Nullable Object[] first, @Nullable Object[] second) {
      @Nullable Object[] both = Arrays.copyOf(first, first.length + second.length);
      System.arraycopy(second, 0, both, first.length, second.length);
      return both;
    }
  }

  boolean isEmpty() {
    return all.isEmpty();
  }

  void add(Write write) {
    all.add(write);
  }

  /** What comes from here on is of another part. */
  void beginPart() {
    others = all.size();
  }

  /** Whether the present part has any. */
  boolean hasOwn() {
    return all.size() > others;
  }

  /** The present part is undone, and with it what it postponed. */
  void undoPart() {
    all.subList(others, all.size()).clear();
  }

  /** Those of parts that are done. */
  List<Write> others() {
    return merged(all.subList(0, others));
  }

  /** Those of the present part. */
  List<Write> own() {
    return merged(all.subList(others, all.size()));
  }

  /** The database carried them out. */
  void sent() {
    all.clear();
    others = 0;
  }

  private static List<Write> merged(List<Write> writes) {
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
}
