package io.iamplane.decision.engine.index;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The map of a snapshot's nodes: a trie whose first level is one array of {@link #WIDTH}, so that a
 * tenant of ten thousand names is two steps deep. Copying that array is the fixed price of a change,
 * well below a microsecond.
 */
final class NodeMap {

  private static final int WIDTH_BITS = 10;
  private static final int WIDTH = 1 << WIDTH_BITS;
  private static final int FIRST = 64 - WIDTH_BITS;
  private static final int BELOW = FIRST - Trie.BITS;

  private final Trie[] top;
  private final Object owner;

  private NodeMap(Trie[] top, Object owner) {
    this.top = top;
    this.owner = owner;
  }

  static NodeMap empty() {
    Trie[] top = new Trie[WIDTH];
    Arrays.fill(top, Trie.EMPTY);
    return new NodeMap(top, new Object());
  }

  @Nullable Node get(long key) {
    return (Node) top[(int) (Trie.scramble(key) >>> FIRST)].get(key, BELOW);
  }

  /** The map with this node; this very map, changed, when it is the owner's. */
  NodeMap put(Node node, Object wanted) {
    NodeMap mine = owner == wanted ? this : new NodeMap(top.clone(), wanted);
    int index = (int) (Trie.scramble(node.key()) >>> FIRST);
    mine.top[index] = mine.top[index].put(node, BELOW, wanted);
    return mine;
  }
}
