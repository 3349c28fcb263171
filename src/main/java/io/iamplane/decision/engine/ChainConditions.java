package io.iamplane.decision.engine;

import io.iamplane.language.condition.Condition;
import io.iamplane.shared.SubjectRef;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The conditions on the relations that lead from a resource to the subjects with a name on it. */
final class ChainConditions {

  /** Where there are more relations, one of them counts as reading whatever changes. */
  static final int MOST_RELATIONS = 100_000;

  private final PolicySnapshot snapshot;
  private final Set<Ref> seen = new HashSet<>();
  private final Deque<Node> left = new ArrayDeque<>();
  private int looked;

  ChainConditions(PolicySnapshot snapshot) {
    this.snapshot = snapshot;
  }

  /**
   * Whether a condition on the way reads what changes.
   *
   * @param relations the names of those to follow; members of groups are followed besides
   */
  boolean anyReads(SubjectRef thing, Collection<String> relations, AttributeChange change) {
    int type = snapshot.symbols().number(thing.type());
    Node named = type == Symbols.NONE ? null : snapshot.named(type, thing.id());
    if (named == null) {
      return false;
    }
    List<Integer> symbols =
        relations.stream()
            .map(snapshot.symbols()::number)
            .filter(symbol -> symbol != Symbols.NONE)
            .toList();
    enter(snapshot.resolve(named));
    while (!left.isEmpty()) {
      if (reads(left.remove(), symbols, change)) {
        return true;
      }
    }
    return false;
  }

  private void enter(Node node) {
    if (seen.add(node.ref())) {
      left.add(node);
      Node second = snapshot.second(node);
      if (second != null && seen.add(second.ref())) {
        left.add(second);
      }
    }
  }

  private boolean reads(Node node, List<Integer> symbols, AttributeChange change) {
    if (node.tuples() == null) {
      return false;
    }
    for (int symbol : symbols) {
      for (Tuple tuple : node.tuples().of(symbol)) {
        Condition condition = tuple.condition();
        if (++looked > MOST_RELATIONS || (condition != null && change.isReadBy(condition))) {
          return true;
        }
        enter(snapshot.resolve(tuple.subject()));
      }
    }
    return false;
  }
}
