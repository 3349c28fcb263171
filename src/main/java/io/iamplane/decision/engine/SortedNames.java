package io.iamplane.decision.engine;

import java.util.Iterator;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/** Two arrays of names, each in the order of ids, gone through as one. */
final class SortedNames implements Iterator<Ref> {

  private final Ref[] one;
  private final Ref[] other;
  private int inOne;
  private int inOther;

  SortedNames(Ref[] one, Ref[] other) {
    this.one = one;
    this.other = other;
  }

  /** Goes on behind an id; before the first when that is null. */
  SortedNames after(@Nullable String id) {
    inOne = id == null ? 0 : behind(one, id);
    inOther = id == null ? 0 : behind(other, id);
    return this;
  }

  private static int behind(Ref[] names, String id) {
    int low = 0;
    int high = names.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (names[middle].id().compareTo(id) <= 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  @Override
  public boolean hasNext() {
    return inOne < one.length || inOther < other.length;
  }

  @Override
  public Ref next() {
    if (!hasNext()) {
      throw new NoSuchElementException();
    }
    boolean takesOne =
        inOther == other.length
            || (inOne < one.length && NameIndex.BY_ID.compare(one[inOne], other[inOther]) <= 0);
    return takesOne ? one[inOne++] : other[inOther++];
  }
}
