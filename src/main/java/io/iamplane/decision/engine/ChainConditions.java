package io.iamplane.decision.engine;

import io.iamplane.language.condition.Condition;
import io.iamplane.shared.SubjectRef;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Conditions on the chains of relations from a resource to some subjects. Other requirements on
 * such a chain, such as conditions on grants and times, are ignored. For one question.
 */
final class ChainConditions {

  /** The limit on the number of relations; beyond it, the result is empty. */
  static final int MOST_RELATIONS = 100_000;

  private final PolicySnapshot snapshot;
  private final AttributeChange change;
  private final Set<Ref> seen = new HashSet<>();
  private final Deque<Node> left = new ArrayDeque<>();

  /** The starts of relations, by the object that they lead to. */
  private final Map<Ref, List<Ref>> above = new HashMap<>();

  private final List<Tuple> concerned = new ArrayList<>();
  private int looked;

  ChainConditions(PolicySnapshot snapshot, AttributeChange change) {
    this.snapshot = snapshot;
    this.change = change;
  }

  /**
   * Finds the kinds of relations with conditions that the change may affect.
   *
   * @param relations the names of the relations to follow
   * @param to counts only relations that lead to one of these; null: all
   * @return empty when there are too many relations
   */
  Optional<Set<ReadRelation>> find(
      SubjectRef thing, Collection<String> relations, @Nullable Collection<SubjectRef> to) {
    int[] symbols =
        relations.stream()
            .mapToInt(snapshot.symbols()::number)
            .filter(symbol -> symbol != Symbols.NONE)
            .toArray();
    Node start = node(thing);
    if (start != null) {
      enter(start);
    }
    while (!left.isEmpty()) {
      follow(left.remove(), symbols);
      if (looked > MOST_RELATIONS) {
        return Optional.empty();
      }
    }
    Set<Ref> leading = to == null || concerned.isEmpty() ? seen : leadingTo(to);
    Set<ReadRelation> found = new HashSet<>();
    concerned.stream()
        .filter(tuple -> leading.contains(snapshot.resolve(tuple.subject()).ref()))
        .forEach(tuple -> found.add(read(tuple)));
    return Optional.of(found);
  }

  private void follow(Node node, int[] symbols) {
    if (node.tuples() == null) {
      return;
    }
    for (int symbol : symbols) {
      for (Tuple tuple : node.tuples().of(symbol)) {
        if (tuple.relation() == symbol) {
          follow(node, tuple);
        }
      }
    }
  }

  private void follow(Node node, Tuple tuple) {
    if (++looked > MOST_RELATIONS) {
      return;
    }
    Condition condition = tuple.condition();
    if (condition != null && (change.mayTurnTrue(condition) || change.mayTurnFalse(condition))) {
      concerned.add(tuple);
    }
    Node subject = snapshot.resolve(tuple.subject());
    lead(node, subject);
    enter(subject);
  }

  private void enter(Node node) {
    if (seen.add(node.ref())) {
      left.add(node);
      Node second = snapshot.second(node);
      if (second != null) {
        lead(node, second);
        if (seen.add(second.ref())) {
          left.add(second);
        }
      }
    }
  }

  private void lead(Node from, Node to) {
    above.computeIfAbsent(to.ref(), _ -> new ArrayList<>()).add(from.ref());
  }

  private Set<Ref> leadingTo(Collection<SubjectRef> ends) {
    Set<Ref> leading = new HashSet<>();
    Deque<Ref> next = new ArrayDeque<>();
    for (SubjectRef end : ends) {
      Node node = node(end);
      if (node != null && leading.add(node.ref())) {
        next.add(node.ref());
      }
    }
    while (!next.isEmpty()) {
      for (Ref from : above.getOrDefault(next.remove(), List.of())) {
        if (leading.add(from)) {
          next.add(from);
        }
      }
    }
    return leading;
  }

  private ReadRelation read(Tuple tuple) {
    Condition condition = Objects.requireNonNull(tuple.condition());
    return new ReadRelation(
        snapshot.symbols().name(tuple.object().type()),
        snapshot.symbols().name(tuple.relation()),
        change.mayTurnTrue(condition),
        change.mayTurnFalse(condition));
  }

  private @Nullable Node node(SubjectRef ref) {
    int type = snapshot.symbols().number(ref.type());
    Node named = type == Symbols.NONE ? null : snapshot.named(type, ref.id());
    return named == null ? null : snapshot.resolve(named);
  }
}
