package io.iamplane.language.condition;

import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/** Keeps a growing syntax tree within its limits of nodes and depth. */
final class Shape {

  private final Source source;
  private final Map<Expr, Integer> depths = new IdentityHashMap<>();
  private int open;

  Shape(Source source) {
    this.source = source;
  }

  /** Counts a node above its children and gives it back. */
  <E extends Expr> E add(E node, List<Expr> children) throws ConditionSyntaxException {
    int depth = 1;
    for (Expr child : children) {
      depth = Math.max(depth, 1 + depths.getOrDefault(child, 0));
    }
    checkDepth(depth, node.offset());
    depths.put(node, depth);
    if (depths.size() > ConditionLimits.NODES) {
      throw source.fault(
          node.offset(), "the condition has more than %d parts".formatted(ConditionLimits.NODES));
    }
    return node;
  }

  /** Enters a construct that the parser reads by recursion; {@link #leave} ends it. */
  void enter(int offset) throws ConditionSyntaxException {
    checkDepth(++open, offset);
  }

  void leave() {
    open--;
  }

  private void checkDepth(int depth, int offset) throws ConditionSyntaxException {
    if (depth > ConditionLimits.DEPTH) {
      throw source.fault(
          offset,
          "the condition is nested more than %d levels deep".formatted(ConditionLimits.DEPTH));
    }
  }
}
