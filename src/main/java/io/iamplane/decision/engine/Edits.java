package io.iamplane.decision.engine;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;

/**
 * Applies a batch of additions and removals to a long array of facts at once. The cost is linear in
 * the array and the edits; a copy for each edit would cost their product.
 */
final class Edits<T extends FactId> {

  private final T[] before;
  private final List<T> added = new ArrayList<>();
  private final TreeMap<FactId, Removals> removed = new TreeMap<>(FactId::compareId);

  /** The removals of one id; facts at {@code end} or later were added after the last removal. */
  private record Removals(int end, int count) {}

  Edits(T[] before) {
    this.before = before;
  }

  void add(T fact) {
    added.add(fact);
  }

  /** Removes a fact; {@link #apply} checks its presence. */
  void remove(T fact) {
    Removals earlier = removed.get(fact);
    removed.put(
        fact, new Removals(before.length + added.size(), earlier == null ? 1 : earlier.count + 1));
  }

  /**
   * Makes a new array, in the order of the additions.
   *
   * @throws IllegalStateException when a removed fact was not there
   */
  T[] apply() {
    T[] all = Arrays.copyOf(before, before.length + added.size());
    for (int i = 0; i < added.size(); i++) {
      all[before.length + i] = added.get(i);
    }
    return removed.isEmpty() ? all : Arrays.copyOf(all, left(all));
  }

  private int left(T[] all) {
    int left = 0;
    for (int i = 0; i < all.length; i++) {
      Removals removals = removed.get(all[i]);
      if (removals != null && i < removals.end) {
        removed.put(all[i], new Removals(removals.end, removals.count - 1));
      } else {
        all[left++] = all[i];
      }
    }
    removed.forEach((fact, removals) -> {
      if (removals.count != 0) {
        throw fact.absent();
      }
    });
    return left;
  }
}
