package io.iamplane.decision.engine;

import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Nodes as a search finds them level by level: each once, at the level of its shortest way, with
 * the greatest truth of a way to it. A node is visited again when its truth rises.
 */
final class LevelSearch {

  /** The decision ends beyond this level, because a node left out might carry a denial. */
  private static final int MAX_DEPTH = 32;

  private static final int MOST_KEPT = 1 << 16;

  /** The index plus one, by the numbers of names. */
  private final LongTable positions = new LongTable();

  private @Nullable Node[] nodes = new Node[16];
  private int[] truths = new int[16];
  private int[] levels = new int[16];
  private int count;
  private int[] queue = new int[64];
  private int queued;
  private int visited;

  void begin() {
    positions.clear();
    count = 0;
    queued = 0;
    visited = 0;
  }

  /** Drops references to the policy. */
  void end() {
    Arrays.fill(nodes, 0, count, null);
    count = 0;
  }

  /** Returns true if an unusual request has made it so large that it should be discarded. */
  boolean isLarge() {
    return nodes.length > MOST_KEPT || queue.length > MOST_KEPT;
  }

  /** Adds a node, or raises its truth; false when it is there with that truth or a greater one. */
  boolean enter(Node node, int truth, int level) {
    int at = (int) positions.get(node.ref().number()) - 1;
    if (at < 0) {
      if (level > MAX_DEPTH) {
        throw StepLimit.TOO_DEEP;
      }
      at = append(node, truth, level);
    } else if (truths[at] >= truth) {
      return false;
    } else {
      truths[at] = truth;
    }
    if (queued == queue.length) {
      queue = Arrays.copyOf(queue, queued * 2);
    }
    queue[queued++] = at;
    return true;
  }

  private int append(Node node, int truth, int level) {
    if (count == nodes.length) {
      nodes = Arrays.copyOf(nodes, count * 2);
      truths = Arrays.copyOf(truths, count * 2);
      levels = Arrays.copyOf(levels, count * 2);
    }
    nodes[count] = node;
    truths[count] = truth;
    levels[count] = level;
    positions.put(node.ref().number(), ++count);
    return count - 1;
  }

  /** Gives a node that was entered a second name. */
  void name(Ref second, Ref first) {
    positions.put(second.number(), positions.get(first.number()));
  }

  /** The index of the next node to visit; -1 when all were visited. */
  int next() {
    return visited == queued ? -1 : queue[visited++];
  }

  int count() {
    return count;
  }

  Node node(int index) {
    return Objects.requireNonNull(nodes[index]);
  }

  int truth(int index) {
    return truths[index];
  }

  int level(int index) {
    return levels[index];
  }

  /** The truth of the node of a name; false when it was not found. */
  int truth(Ref name) {
    long position = positions.get(name.number());
    return position == LongTable.ABSENT ? Truth.FALSE : truths[(int) position - 1];
  }
}
