package io.iamplane.decision.engine;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A persistent map for many values: a trie with a first level of {@link #WIDTH}, so that ten
 * thousand values are two steps deep. Copying that array is the fixed cost of a change, below a
 * microsecond.
 */
final class WideMap<V extends Keyed> {

  private static final int WIDTH_BITS = 10;
  private static final int WIDTH = 1 << WIDTH_BITS;
  private static final int FIRST = 64 - WIDTH_BITS;
  private static final int BELOW = FIRST - Trie.BITS;

  private final Trie[] top;
  private final Object owner;

  private WideMap(Trie[] top, Object owner) {
    this.top = top;
    this.owner = owner;
  }

  public static <V extends Keyed> WideMap<V> empty() {
    Trie[] top = new Trie[WIDTH];
    Arrays.fill(top, Trie.EMPTY);
    return new WideMap<>(top, new Object());
  }

  @SuppressWarnings("unchecked") // only put() stores values
  public @Nullable V get(long key) {
    return (V) top[(int) (Trie.scramble(key) >>> FIRST)].get(key, BELOW);
  }

  /** The map with this value under its key; this very map, changed, when it is the owner's. */
  public WideMap<V> put(V value, Object wanted) {
    @SuppressWarnings("ReferenceEquality") // an owner is a token, equal to nothing but itself
    WideMap<V> mine = owner == wanted ? this : new WideMap<>(top.clone(), wanted);
    int index = (int) (Trie.scramble(value.key()) >>> FIRST);
    mine.top[index] = mine.top[index].put(value, BELOW, wanted);
    return mine;
  }
}
