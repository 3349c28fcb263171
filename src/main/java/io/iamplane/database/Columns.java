package io.iamplane.database;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.SignStyle;
import java.time.temporal.ChronoField;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * The columns of some rows as arrays, for a statement that writes any number of rows with one text:
 * {@code INSERT … SELECT … FROM unnest(…)}.
 *
 * @param <R> what a row is made of
 */
public record Columns<R>(List<R> rows) {

  /** PostgreSQL has no year 0: it is 1 BC. */
  private static final DateTimeFormatter ANY_YEAR =
      new DateTimeFormatterBuilder()
          .appendValue(ChronoField.YEAR_OF_ERA, 4, 10, SignStyle.NEVER)
          .appendPattern("-MM-dd HH:mm:ss.SSSSSS'+00' ")
          .appendText(ChronoField.ERA, Map.of(0L, "BC", 1L, "AD"))
          .toFormatter(Locale.ROOT)
          .withZone(ZoneOffset.UTC);

  public @Nullable String[] texts(Function<R, @Nullable String> column) {
    @Nullable String[] values = new @Nullable String[rows.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = column.apply(rows.get(i));
    }
    return values;
  }

  public UUID[] ids(Function<R, UUID> column) {
    return rows.stream().map(column).toArray(UUID[]::new);
  }

  public long[] numbers(ToLongFunction<R> column) {
    return rows.stream().mapToLong(column).toArray();
  }

  public byte[][] bytes(Function<R, byte[]> column) {
    return rows.stream().map(column).toArray(byte[][]::new);
  }

  /** As {@link #times}, of a column that may be null. */
  public @Nullable String[] timesOrNull(Function<R, @Nullable Instant> column) {
    return texts(row -> {
      Instant time = column.apply(row);
      return time == null ? null : ANY_YEAR.format(time);
    });
  }

  /** Times to the microsecond, as text: the driver takes no array of them. */
  public String[] times(Function<R, Instant> column) {
    return rows.stream().map(row -> column.apply(row).toString()).toArray(String[]::new);
  }
}
