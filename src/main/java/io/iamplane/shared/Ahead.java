package io.iamplane.shared;

import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/**
 * Prefetches the elements of another iterator, one element ahead, on a thread of its own. Two
 * threads never call the other iterator at once, and no other code may use it before this is {@link
 * #close closed}. An exception of the other iterator is thrown in place of its element.
 */
public final class Ahead<T> implements Iterator<T>, AutoCloseable {

  private final Iterator<T> source;
  private CompletableFuture<Optional<T>> coming;
  private boolean isClosed;

  /** Begins to make the first element. */
  public Ahead(Iterator<T> source) {
    this.source = source;
    this.coming = begin();
  }

  private CompletableFuture<Optional<T>> begin() {
    return CompletableFuture.supplyAsync(
        () -> source.hasNext() ? Optional.of(source.next()) : Optional.empty(),
        Thread.ofVirtual().name("iam-ahead")::start);
  }

  @Override
  public boolean hasNext() {
    return present().isPresent();
  }

  @Override
  public T next() {
    T next = present().orElseThrow(NoSuchElementException::new);
    coming = begin();
    return next;
  }

  private Optional<T> present() {
    if (isClosed) {
      throw new IllegalStateException("already closed");
    }
    try {
      // Waits also when the thread is to end: that takes no longer.
      return coming.join();
    } catch (CompletionException e) {
      throw thrown(e.getCause());
    }
  }

  private static RuntimeException thrown(@Nullable Throwable why) {
    if (why instanceof RuntimeException e) {
      return e;
    }
    if (why instanceof Error e) {
      throw e;
    }
    return new IllegalStateException(why);
  }

  /** Waits for the element that is being made, which is not asked for any more. */
  @Override
  public void close() {
    if (isClosed) {
      return;
    }
    isClosed = true;
    try {
      coming.join();
    } catch (CompletionException e) {
      // It was not asked for, or its failure was thrown already.
    }
  }
}
