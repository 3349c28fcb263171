package io.iamplane.database;

import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * The columns of some rows as arrays, for a statement that writes any number of rows with one text:
 * {@code INSERT … SELECT unnest(…), …}. In a {@code FROM} PostgreSQL would copy each column before
 * it reads the first row ({@code nodeFunctionscan.c}). Each is a parameter for {@link Sql}.
 *
 * <p>A frequent statement that looks rows up hides its arrays from the planner, as {@code
 * unnest((SELECT ?::bytea[]))} or {@code = ANY ((SELECT ?)::text[])}. PostgreSQL sees the length of
 * a bare parameter, and assumes ten elements in a plan that it keeps. While arrays are shorter, a
 * new plan for each call looks cheaper ({@code choose_custom_plan} in {@code plancache.c}), and
 * takes longer than the lookup.
 */
public record Columns<R>(List<R> rows) {

  /** {@code text[]}. */
  public ArrayParameter texts(Function<R, @Nullable String> column) {
    return ArrayParameter.texts(values(column, new @Nullable String[rows.size()]));
  }

  /** {@code uuid[]}. */
  public ArrayParameter ids(Function<R, UUID> column) {
    return ArrayParameter.ids(values(column, new UUID[rows.size()]));
  }

  /** {@code bigint[]}. */
  public ArrayParameter numbers(ToLongFunction<R> column) {
    long[] values = new long[rows.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = column.applyAsLong(rows.get(i));
    }
    return ArrayParameter.numbers(values);
  }

  /** {@code bytea[]}. */
  public ArrayParameter bytes(Function<R, byte[]> column) {
    return ArrayParameter.bytes(values(column, new byte[rows.size()][]));
  }

  /** {@code timestamptz[]}, to the microsecond. */
  public ArrayParameter times(Function<R, @Nullable Instant> column) {
    return ArrayParameter.times(values(column, new @Nullable Instant[rows.size()]));
  }

  private <T extends @Nullable Object> T[] values(Function<R, T> column, T[] into) {
    for (int i = 0; i < into.length; i++) {
      into[i] = column.apply(rows.get(i));
    }
    return into;
  }
}
