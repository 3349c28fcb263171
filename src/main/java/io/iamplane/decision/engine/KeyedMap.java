package io.iamplane.decision.engine;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A persistent map of values by their own keys. A changed map shares all but the path to the change
 * with the one before, so a change costs O(log n).
 *
 * @see Trie
 */
final class KeyedMap<V extends Keyed> {

  private static final KeyedMap<?> EMPTY = new KeyedMap<>(Trie.EMPTY);

  private final Trie root;

  private KeyedMap(Trie root) {
    this.root = root;
  }

  @SuppressWarnings("unchecked") // holds nothing, so it holds nothing of the wrong type
  public static <V extends Keyed> KeyedMap<V> empty() {
    return (KeyedMap<V>) EMPTY;
  }

  @SuppressWarnings("unchecked") // only put() stores values
  public @Nullable V get(long key) {
    return (V) root.get(key, Trie.TOP);
  }

  /** The map with this value under its key. It is this map when all on the way is the owner's. */
  public KeyedMap<V> put(V value, Object owner) {
    Trie changed = root.put(value, Trie.TOP, owner);
    return changed == root ? this : new KeyedMap<>(changed);
  }

  /** The map without this key, which must be there. */
  public KeyedMap<V> remove(long key, Object owner) {
    Trie changed = root.remove(key, Trie.TOP, owner);
    return changed == root ? this : new KeyedMap<>(changed);
  }

  public boolean isEmpty() {
    return root.isEmpty();
  }

  /** Every value, in no order that means anything. */
  @SuppressWarnings("unchecked") // only put() stores values
  public void forEach(Consumer<? super V> consumer) {
    root.forEach(value -> consumer.accept((V) value));
  }
}
