package io.iamplane.decision.engine;

import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The names of a tenant together with those that the contextual relations of a request add, in the
 * order of their ids. A name that a later version of the policy added as well is the request's.
 */
final class NamesOfRequest implements Iterator<Ref> {

  private final Iterator<Ref> stored;
  private final Iterator<Ref> added;
  private @Nullable Ref nextStored;
  private @Nullable Ref nextAdded;

  NamesOfRequest(Iterator<Ref> stored, Iterator<Ref> added) {
    this.stored = stored;
    this.added = added;
    this.nextStored = next(stored);
    this.nextAdded = next(added);
  }

  private static @Nullable Ref next(Iterator<Ref> names) {
    return names.hasNext() ? names.next() : null;
  }

  @Override
  public boolean hasNext() {
    return nextStored != null || nextAdded != null;
  }

  @Override
  public Ref next() {
    Ref one = nextStored;
    Ref other = nextAdded;
    if (one == null && other == null) {
      throw new NoSuchElementException();
    }
    int order = one == null ? 1 : other == null ? -1 : NameIndex.BY_ID.compare(one, other);
    if (order <= 0) {
      nextStored = next(stored);
    }
    if (order >= 0) {
      nextAdded = next(added);
    }
    return order < 0 || other == null ? Objects.requireNonNull(one) : other;
  }
}
