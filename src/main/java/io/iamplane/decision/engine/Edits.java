package io.iamplane.decision.engine;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;

/**
 * What one batch adds to a long array of facts and removes from it, applied at once: its cost is
 * linear in the array and in the edits, while an array for each edit would cost their product.
 */
final class Edits<T extends FactId> {

  private final T[] before;
  private final List<T> added = new ArrayList<>();
  private final TreeMap<FactId, Removals> removed = new TreeMap<>(FactId::compareId);

  /**
   * The removals of one id.
   *
   * @param end what comes later in the array was added after the last one
   */
  private record Removals(int end, int count) {}

  Edits(T[] before) {
    this.before = before;
  }

  void add(T fact) {
    added.add(fact);
  }

  /** Whether it is there shows when the edits are applied. */
  void remove(T fact) {
    Removals earlier = removed.get(fact);
    removed.put(
        fact, new Removals(before.length + added.size(), earlier == null ? 1 : earlier.count + 1));
  }

  /**
   * A new array, in the order in which the facts were added.
   *
   * @throws IllegalStateException when what was removed was not there
   */
  T[] apply() {
    T[] all = Arrays.copyOf(before, before.length + added.size());
    for (int i = 0; i < added.size(); i++) {
      all[before.length + i] = added.get(i);
    }
    return removed.isEmpty() ? all : Arrays.copyOf(all, left(all));
  }

  /** Moves what stays to the front; how many that are. */
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
        throw new IllegalStateException(fact.kind() + " " + fact.id() + " is not in the snapshot");
      }
    });
    return left;
  }
}
