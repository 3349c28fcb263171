package io.iamplane.chain.tree;

/** Refuses the sizes and positions that no tree has. */
final class Sizes {

  private Sizes() {}

  static void requireSize(long size, long treeSize) {
    if (size < 0 || size > treeSize) {
      throw new IllegalArgumentException("the size " + size + " is not between 0 and " + treeSize);
    }
  }

  static void requireIndex(long index, long size) {
    if (index < 0 || index >= size) {
      throw new IllegalArgumentException(
          "the leaf index " + index + " is outside a tree of size " + size);
    }
  }

  static void requireGrowth(long from, long to) {
    if (from < 0 || from > to) {
      throw new IllegalArgumentException("a tree cannot grow from size " + from + " to " + to);
    }
  }
}
