package io.iamplane.escalation;

import io.iamplane.shared.Page;
import io.iamplane.shared.PageRequest;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.function.Function;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/** A list read page by page, only as far as it is used. */
final class Pages<T> implements Iterator<Page<T>> {

  private final Function<PageRequest, Page<T>> list;
  private @Nullable PageRequest next = new PageRequest(PageRequest.MAX_LIMIT, null);

  private Pages(Function<PageRequest, Page<T>> list) {
    this.list = list;
  }

  /** The items of all pages; a page is asked for when the one before is used up. */
  static <T> Stream<T> stream(Function<PageRequest, Page<T>> list) {
    return StreamSupport.stream(
            Spliterators.spliteratorUnknownSize(new Pages<>(list), Spliterator.ORDERED), false)
        .flatMap(page -> page.items().stream());
  }

  @Override
  public boolean hasNext() {
    return next != null;
  }

  @Override
  public Page<T> next() {
    if (next == null) {
      throw new NoSuchElementException();
    }
    Page<T> page = list.apply(next);
    String position = page.nextPosition();
    next = position == null ? null : new PageRequest(PageRequest.MAX_LIMIT, position);
    return page;
  }
}
