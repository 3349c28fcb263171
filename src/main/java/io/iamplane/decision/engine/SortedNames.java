package io.iamplane.decision.engine;

import java.util.Arrays;
import java.util.Iterator;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/**
 * Arrays of names, each in the order of ids, gone through as one. Of two names with one id, the one
 * of the later array counts.
 */
final class SortedNames implements Iterator<Ref> {

  private final Ref[][] arrays;
  private final int[] at;

  SortedNames(Ref[]... arrays) {
    this.arrays = arrays;
    this.at = new int[arrays.length];
  }

  /** From the beginning, with a further array. */
  SortedNames and(Ref[] more) {
    Ref[][] all = Arrays.copyOf(arrays, arrays.length + 1);
    all[arrays.length] = more;
    return new SortedNames(all);
  }

  /** Goes on behind an id; before the first when that is null. */
  SortedNames after(@Nullable String id) {
    for (int i = 0; i < arrays.length; i++) {
      at[i] = id == null ? 0 : behind(arrays[i], id);
    }
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
    for (int i = 0; i < arrays.length; i++) {
      if (at[i] < arrays[i].length) {
        return true;
      }
    }
    return false;
  }

  @Override
  public Ref next() {
    int least = -1;
    for (int i = 0; i < arrays.length; i++) {
      if (at[i] < arrays[i].length) {
        Ref name = arrays[i][at[i]];
        int order = least < 0 ? -1 : NameIndex.BY_ID.compare(name, arrays[least][at[least]]);
        if (order == 0) {
          at[least]++;
        }
        least = order <= 0 ? i : least;
      }
    }
    if (least < 0) {
      throw new NoSuchElementException();
    }
    return arrays[least][at[least]++];
  }
}
