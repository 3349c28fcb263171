package io.iamplane.decision.engine;

import java.util.Arrays;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A node of a persistent trie, 32 ways wide, over scrambled keys.
 *
 * <p>Nodes made under the same {@code owner} are changed in place, for cheap bulk loading. Once an
 * owner is dropped, its nodes are immutable.
 *
 * <p>Scrambling is a bijection of 64 bits and the levels use all of them, so two keys part at some
 * level and there are no collisions to chain.
 */
final class Trie {

  /** The shift of the first level. */
  static final int TOP = 59;

  static final int BITS = 5;
  static final Trie EMPTY = new Trie(0, 0, new Object[0], new Object());

  private static final long SCRAMBLE = 0x9E3779B97F4A7C15L;

  private int values;
  private int children;

  /** Values first, then children, each in the order of their bits. */
  private Object[] slots;

  private final Object owner;

  private Trie(int values, int children, Object[] slots, Object owner) {
    this.values = values;
    this.children = children;
    this.slots = slots;
    this.owner = owner;
  }

  static long scramble(long key) {
    return key * SCRAMBLE;
  }

  /** Finds the value of a key below this node, at a level with the shift. */
  @Nullable Keyed get(long key, int shift) {
    long hash = scramble(key);
    Trie node = this;
    for (int level = shift; ; level -= BITS) {
      int bit = bit(hash, level);
      if ((node.values & bit) != 0) {
        Keyed value = (Keyed) node.slots[Integer.bitCount(node.values & (bit - 1))];
        return value.key() == key ? value : null;
      }
      if ((node.children & bit) == 0) {
        return null;
      }
      node = (Trie) node.slots[node.childIndex(bit)];
    }
  }

  Trie put(Keyed value, int shift, Object wanted) {
    int bit = bit(scramble(value.key()), shift);
    Trie mine = ownedBy(wanted);
    if ((mine.values & bit) != 0) {
      int index = Integer.bitCount(mine.values & (bit - 1));
      Keyed there = (Keyed) mine.slots[index];
      if (there.key() == value.key()) {
        mine.slots[index] = value;
        return mine;
      }
      mine.pushDown(bit, index, there, shift, wanted);
    }
    if ((mine.children & bit) != 0) {
      int index = mine.childIndex(bit);
      mine.slots[index] = ((Trie) mine.slots[index]).put(value, shift - BITS, wanted);
    } else {
      mine.insert(Integer.bitCount(mine.values & (bit - 1)), value);
      mine.values |= bit;
    }
    return mine;
  }

  /** Makes room for a second key under the same bit: the first one moves into a child. */
  private void pushDown(int bit, int index, Keyed there, int shift, Object wanted) {
    delete(index);
    values &= ~bit;
    int below = bit(scramble(there.key()), shift - BITS);
    insert(childIndex(bit), new Trie(below, 0, new Object[] {there}, wanted));
    children |= bit;
  }

  Trie remove(long key, int shift, Object wanted) {
    int bit = bit(scramble(key), shift);
    Trie mine = ownedBy(wanted);
    if ((mine.values & bit) != 0) {
      mine.delete(Integer.bitCount(mine.values & (bit - 1)));
      mine.values &= ~bit;
    } else {
      int index = mine.childIndex(bit);
      Trie child = ((Trie) mine.slots[index]).remove(key, shift - BITS, wanted);
      if (child.isEmpty()) {
        mine.delete(index);
        mine.children &= ~bit;
      } else {
        mine.slots[index] = child;
      }
    }
    return mine;
  }

  /** Only the root can be empty. */
  boolean isEmpty() {
    return slots.length == 0;
  }

  void forEach(Consumer<Object> consumer) {
    int count = Integer.bitCount(values);
    for (int i = 0; i < slots.length; i++) {
      if (i < count) {
        consumer.accept(slots[i]);
      } else {
        ((Trie) slots[i]).forEach(consumer);
      }
    }
  }

  @SuppressWarnings("ReferenceEquality") // an owner is a token, equal to nothing but itself
  private Trie ownedBy(Object wanted) {
    return owner == wanted ? this : new Trie(values, children, slots.clone(), wanted);
  }

  private static int bit(long hash, int shift) {
    return 1 << (int) ((shift >= 0 ? hash >>> shift : hash) & 31);
  }

  private int childIndex(int bit) {
    return Integer.bitCount(values) + Integer.bitCount(children & (bit - 1));
  }

  private void insert(int index, Object value) {
    Object[] to = Arrays.copyOf(slots, slots.length + 1);
    System.arraycopy(slots, index, to, index + 1, slots.length - index);
    to[index] = value;
    slots = to;
  }

  private void delete(int index) {
    Object[] to = Arrays.copyOf(slots, slots.length - 1);
    System.arraycopy(slots, index + 1, to, index, to.length - index);
    slots = to;
  }
}
