package io.iamplane.language.pattern;

import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;

/**
 * The keys of all permissions by their positions in order, so that a pattern names a range of them.
 * Sets of permissions are sets of positions. Immutable.
 */
public final class PermissionIndex {

  private final String[] keys;

  public PermissionIndex(Collection<String> keys) {
    this.keys = keys.stream().sorted().distinct().toArray(String[]::new);
  }

  public int size() {
    return keys.length;
  }

  public String key(int position) {
    return keys[position];
  }

  /** Returns true if a set contains the permission; false for an unknown one. */
  public boolean contains(BitSet set, String key) {
    int position = Arrays.binarySearch(keys, key);
    return position >= 0 && set.get(position);
  }

  /** Adds a permission, if it is known. */
  public void add(String key, BitSet to) {
    int position = Arrays.binarySearch(keys, key);
    if (position >= 0) {
      to.set(position);
    }
  }

  /** Adds all permissions below a prefix; see {@link PermissionPattern.Prefix}. */
  public void addBelow(String prefix, BitSet to) {
    to.set(position(prefix + Character.MIN_VALUE), position(prefix + Character.MAX_VALUE));
  }

  private int position(String key) {
    int position = Arrays.binarySearch(keys, key);
    return position < 0 ? -position - 1 : position;
  }
}
