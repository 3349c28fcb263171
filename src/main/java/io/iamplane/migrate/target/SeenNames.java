package io.iamplane.migrate.target;

import io.iamplane.shared.SubjectRef;

/**
 * The accounts and groups met so far, by 64 bits of each: memory that does not grow with the length
 * of their names, up to a bound. A collision has a probability of one in two million at the bound,
 * and then the import of the relations reports a missing account.
 */
final class SeenNames {

  static final int MAX = 4 << 20;

  private long[] slots = new long[1 << 10];
  private int count;

  /** Adds one; false when it was there, or there are too many. */
  boolean add(SubjectRef ref) {
    long hash = hash(ref);
    if (count * 2L >= slots.length) {
      grow();
    }
    boolean added = count < MAX && put(slots, hash);
    count += added ? 1 : 0;
    return added;
  }

  boolean isFull() {
    return count >= MAX;
  }

  private void grow() {
    if (slots.length >= 2 * MAX) {
      return;
    }
    long[] larger = new long[slots.length * 2];
    for (long hash : slots) {
      if (hash != 0) {
        put(larger, hash);
      }
    }
    slots = larger;
  }

  private static boolean put(long[] into, long hash) {
    int mask = into.length - 1;
    int at = (int) (hash ^ (hash >>> 32)) & mask;
    while (into[at] != 0) {
      if (into[at] == hash) {
        return false;
      }
      at = (at + 1) & mask;
    }
    into[at] = hash;
    return true;
  }

  /** FNV-1a over the name, then mixed; never 0. */
  private static long hash(SubjectRef ref) {
    String text = ref.toString();
    long hash = 0xcbf29ce484222325L;
    for (int i = 0; i < text.length(); i++) {
      hash = (hash ^ text.charAt(i)) * 0x100000001b3L;
    }
    hash = (hash ^ (hash >>> 33)) * 0xff51afd7ed558ccdL;
    hash ^= hash >>> 33;
    return hash == 0 ? 1 : hash;
  }
}
