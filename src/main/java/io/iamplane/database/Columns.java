package io.iamplane.database;

import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * The columns of some rows as arrays, for a statement that writes any number of rows with one text:
 * {@code INSERT … SELECT … FROM unnest(…)}. Each is a parameter for {@link Sql}.
 *
 * @param <R> what a row is made of
 */
public record Columns<R>(List<R> rows) {

  /** {@code text[]}. */
  public Object texts(Function<R, @Nullable String> column) {
    @Nullable String[] values = new @Nullable String[rows.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = column.apply(rows.get(i));
    }
    return ArrayParameter.texts(values);
  }

  /** {@code uuid[]}. */
  public Object ids(Function<R, UUID> column) {
    UUID[] values = new UUID[rows.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = column.apply(rows.get(i));
    }
    return ArrayParameter.ids(values);
  }

  /** {@code bigint[]}. */
  public Object numbers(ToLongFunction<R> column) {
    long[] values = new long[rows.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = column.applyAsLong(rows.get(i));
    }
    return ArrayParameter.numbers(values);
  }

  /** {@code bytea[]}. */
  public Object bytes(Function<R, byte[]> column) {
    byte[][] values = new byte[rows.size()][];
    for (int i = 0; i < values.length; i++) {
      values[i] = column.apply(rows.get(i));
    }
    return ArrayParameter.bytes(values);
  }

  /** {@code timestamptz[]}, to the microsecond. */
  public Object times(Function<R, @Nullable Instant> column) {
    @Nullable Instant[] values = new @Nullable Instant[rows.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = column.apply(rows.get(i));
    }
    return ArrayParameter.times(values);
  }
}
