package io.iamplane.decision.engine.index;

import java.util.Arrays;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A persistent map from long to object: a trie of 32-way nodes over the scrambled key. A changed map
 * shares all but the path to the change with the one before, so a change costs O(log n).
 *
 * <p>Nodes made under the same {@code owner} are changed in place, which makes bulk loading cheap.
 * Once an owner is dropped, what it made is immutable.
 */
public final class LongMap<V> {

  private static final long SCRAMBLE = 0x9E3779B97F4A7C15L;
  private static final int TOP = 59;
  private static final int BITS = 5;
  private static final LongMap<?> EMPTY =
      new LongMap<>(new Trie(0, 0, new long[0], new Object[0], new Object()));

  private final Trie root;

  /**
   * Values first, then children, each in the order of their bits.
   *
   * <p>Scrambling is a bijection of 64 bits and the levels use all of them, so two keys part at some
   * level and there are no collisions to chain.
   */
  private static final class Trie {
    int values;
    int children;
    long[] keys;
    Object[] slots;
    final Object owner;

    Trie(int values, int children, long[] keys, Object[] slots, Object owner) {
      this.values = values;
      this.children = children;
      this.keys = keys;
      this.slots = slots;
      this.owner = owner;
    }

    Trie ownedBy(Object wanted) {
      return owner == wanted
          ? this
          : new Trie(values, children, keys.clone(), slots.clone(), wanted);
    }
  }

  private LongMap(Trie root) {
    this.root = root;
  }

  @SuppressWarnings("unchecked") // holds nothing, so it holds nothing of the wrong type
  public static <V> LongMap<V> empty() {
    return (LongMap<V>) EMPTY;
  }

  @SuppressWarnings("unchecked") // only put() stores values
  public @Nullable V get(long key) {
    long hash = key * SCRAMBLE;
    Trie node = root;
    for (int shift = TOP; ; shift -= BITS) {
      int bit = bit(hash, shift);
      if ((node.values & bit) != 0) {
        int index = Integer.bitCount(node.values & (bit - 1));
        return node.keys[index] == key ? (V) node.slots[index] : null;
      }
      if ((node.children & bit) == 0) {
        return null;
      }
      node = (Trie) node.slots[childIndex(node, bit)];
    }
  }

  /** The map with this key set. It is this map when everything on the way is the owner's. */
  public LongMap<V> put(long key, V value, Object owner) {
    Trie changed = put(root, key, TOP, value, owner);
    return changed == root ? this : new LongMap<>(changed);
  }

  /** The map without this key. */
  public LongMap<V> remove(long key, Object owner) {
    if (get(key) == null) {
      return this;
    }
    Trie changed = remove(root, key, TOP, owner);
    return changed == root ? this : new LongMap<>(changed);
  }

  /** Whether it holds nothing. Removing may leave empty nodes behind, so this looks through them. */
  public boolean isEmpty() {
    return isEmpty(root);
  }

  private static boolean isEmpty(Trie node) {
    if (node.values != 0) {
      return false;
    }
    for (Object child : node.slots) {
      if (!isEmpty((Trie) child)) {
        return false;
      }
    }
    return true;
  }

  /** Every value, in no order that means anything. */
  @SuppressWarnings("unchecked") // only put() stores values
  public void forEach(Consumer<? super V> consumer) {
    forEach(root, value -> consumer.accept((V) value));
  }

  private static void forEach(Trie node, Consumer<Object> consumer) {
    int values = node.keys.length;
    for (int i = 0; i < node.slots.length; i++) {
      if (i < values) {
        consumer.accept(node.slots[i]);
      } else {
        forEach((Trie) node.slots[i], consumer);
      }
    }
  }

  private static Trie put(Trie node, long key, int shift, Object value, Object owner) {
    int bit = bit(key * SCRAMBLE, shift);
    Trie mine = node.ownedBy(owner);
    if ((node.values & bit) != 0) {
      int index = Integer.bitCount(node.values & (bit - 1));
      if (node.keys[index] == key) {
        mine.slots[index] = value;
      } else {
        pushDown(mine, bit, index, shift, owner);
        putBelow(mine, bit, key, shift, value, owner);
      }
    } else if ((node.children & bit) != 0) {
      putBelow(mine, bit, key, shift, value, owner);
    } else {
      int index = Integer.bitCount(node.values & (bit - 1));
      mine.keys = insert(mine.keys, index, key);
      mine.slots = insert(mine.slots, index, value);
      mine.values |= bit;
    }
    return mine;
  }

  private static void putBelow(
      Trie mine, int bit, long key, int shift, Object value, Object owner) {
    int index = childIndex(mine, bit);
    mine.slots[index] = put((Trie) mine.slots[index], key, shift - BITS, value, owner);
  }

  /** Makes room for a second key under the same bit: the first one moves into a child. */
  private static void pushDown(Trie mine, int bit, int index, int shift, Object owner) {
    long key = mine.keys[index];
    Trie child =
        new Trie(
            bit(key * SCRAMBLE, shift - BITS),
            0,
            new long[] {key},
            new Object[] {mine.slots[index]},
            owner);
    mine.keys = delete(mine.keys, index);
    mine.slots = delete(mine.slots, index);
    mine.values &= ~bit;
    mine.children |= bit;
    mine.slots = insert(mine.slots, childIndex(mine, bit), child);
  }

  private static Trie remove(Trie node, long key, int shift, Object owner) {
    int bit = bit(key * SCRAMBLE, shift);
    Trie mine = node.ownedBy(owner);
    if ((node.values & bit) != 0) {
      int index = Integer.bitCount(node.values & (bit - 1));
      mine.keys = delete(mine.keys, index);
      mine.slots = delete(mine.slots, index);
      mine.values &= ~bit;
    } else {
      int index = childIndex(mine, bit);
      mine.slots[index] = remove((Trie) mine.slots[index], key, shift - BITS, owner);
    }
    return mine;
  }

  private static int bit(long hash, int shift) {
    return 1 << (int) ((shift >= 0 ? hash >>> shift : hash) & 31);
  }

  private static int childIndex(Trie node, int bit) {
    return Integer.bitCount(node.values) + Integer.bitCount(node.children & (bit - 1));
  }

  private static long[] insert(long[] from, int index, long value) {
    long[] to = Arrays.copyOf(from, from.length + 1);
    System.arraycopy(from, index, to, index + 1, from.length - index);
    to[index] = value;
    return to;
  }

  private static Object[] insert(Object[] from, int index, Object value) {
    Object[] to = Arrays.copyOf(from, from.length + 1);
    System.arraycopy(from, index, to, index + 1, from.length - index);
    to[index] = value;
    return to;
  }

  private static long[] delete(long[] from, int index) {
    long[] to = Arrays.copyOf(from, from.length - 1);
    System.arraycopy(from, index + 1, to, index, to.length - index);
    return to;
  }

  private static Object[] delete(Object[] from, int index) {
    Object[] to = Arrays.copyOf(from, from.length - 1);
    System.arraycopy(from, index + 1, to, index, to.length - index);
    return to;
  }
}
