package io.iamplane.shared.wire;

import io.iamplane.shared.IamException;
import io.iamplane.shared.Page;
import io.iamplane.shared.PageRequest;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A page that is asked of a list, named with the filters that its cursors belong to. */
public record ListRequest(String list, PageRequest page) {

  /**
   * Reads the parameters {@code limit} and {@code cursor}.
   *
   * @param filters the values of the list's filters, in a fixed order
   * @throws IamException VALIDATION naming the parameter
   */
  public static ListRequest of(
      String name, @Nullable String limit, @Nullable String cursor, @Nullable Object... filters) {
    StringBuilder list = new StringBuilder(name);
    for (Object filter : filters) {
      String text = filter == null ? "-" : filter.toString();
      // With its length, so that no two sets of filters read alike.
      list.append('?').append(filter == null ? -1 : text.length()).append('=').append(text);
    }
    return new ListRequest(list.toString(), PageRequest.of(limit, cursor, list.toString()));
  }

  /** The number of rows to read: one beyond the limit shows that more follow. */
  public int rows() {
    return page.limit() + 1;
  }

  public <T, R> DataPage<R> answer(Page<T> items, Function<? super T, ? extends R> view) {
    return DataPage.of(items, list, view);
  }
}
