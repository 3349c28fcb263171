package io.iamplane.shared;

import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** One page of a list; the next position is the last item's sort key, null if none follow. */
public record Page<T>(List<T> items, @Nullable String nextPosition) {

  /** Cuts a page out of rows that were read one beyond the limit, which shows that more follow. */
  public static <T> Page<T> cut(List<T> rows, int limit, Function<? super T, String> position) {
    if (rows.size() <= limit) {
      return new Page<>(List.copyOf(rows), null);
    }
    List<T> items = List.copyOf(rows.subList(0, limit));
    return new Page<>(items, position.apply(items.getLast()));
  }

  public <R> Page<R> map(Function<? super T, ? extends R> change) {
    return new Page<>(items.stream().<R>map(change).toList(), nextPosition);
  }
}
