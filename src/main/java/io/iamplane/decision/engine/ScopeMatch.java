package io.iamplane.decision.engine;

import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The resource and its ancestors along the model's relation {@code parent}: the scopes that cover
 * the request. Found on first use.
 */
final class ScopeMatch {

  static final int MAX_DEPTH = 32;

  private final Evaluation evaluation;
  private final Question question;
  private @Nullable Node[] covering = new Node[16];
  private @Nullable Node[] second = new Node[16];
  private int[] truths = new int[16];
  private int[] levels = new int[16];
  private int[] queue = new int[64];
  private int queued;
  private int count;
  private boolean found;

  ScopeMatch(Evaluation evaluation, Question question) {
    this.evaluation = evaluation;
    this.question = question;
  }

  void begin() {
    found = false;
  }

  void end() {
    Arrays.fill(covering, 0, count, null);
    Arrays.fill(second, 0, count, null);
    count = 0;
  }

  int truth(Ref scope) {
    find();
    for (int i = 0; i < count; i++) {
      if (isNamed(i, scope)) {
        return truths[i];
      }
    }
    return Truth.FALSE;
  }

  private boolean isNamed(int index, Ref ref) {
    Node other = second[index];
    return node(index).ref() == ref || (other != null && other.ref() == ref);
  }

  int count() {
    find();
    return count;
  }

  Node node(int index) {
    return Objects.requireNonNull(covering[index]);
  }

  @Nullable Node second(int index) {
    return second[index];
  }

  /** Searches level by level as for groups; the decision ends beyond the depth limit. */
  private void find() {
    if (found) {
      return;
    }
    found = true;
    count = 0;
    queued = 0;
    Node resource = question.resource();
    if (resource == null) {
      return;
    }
    enter(resource, Truth.TRUE, 0);
    int parent = evaluation.snapshot().parentSymbol();
    CompiledModel model = question.model();
    for (int i = 0; model != null && parent != Symbols.NONE && i < queued; i++) {
      climb(queue[i], parent, model);
    }
  }

  private void climb(int at, int parent, CompiledModel model) {
    ModelName relation = model.name(node(at).ref().type(), parent);
    if (relation == null || relation.definition() != null) {
      return;
    }
    climb(at, node(at).tuples(), parent, relation);
    Node other = second[at];
    climb(at, other == null ? null : other.tuples(), parent, relation);
  }

  private void climb(int at, @Nullable TupleSet tuples, int parent, ModelName relation) {
    if (tuples == null) {
      return;
    }
    PolicySnapshot snapshot = evaluation.snapshot();
    for (Tuple tuple : tuples.of(parent)) {
      Ref above = tuple.subject();
      if (tuple.relation() == parent
          && tuple.isDirect()
          && relation.admits(tuple)
          && tuple.validAt(evaluation.now())) {
        evaluation.step();
        int truth = Math.min(truths[at], evaluation.truth(tuple, relation));
        if (truth != Truth.FALSE) {
          enter(snapshot.resolve(above), truth, levels[at] + 1);
        }
      }
    }
  }

  private void enter(Node node, int truth, int level) {
    int at = position(node);
    if (at < 0) {
      if (level > MAX_DEPTH) {
        throw StepLimit.TOO_DEEP;
      }
      at = append(node, truth, level);
    } else if (truths[at] >= truth) {
      return;
    } else {
      truths[at] = truth;
    }
    if (queued == queue.length) {
      queue = Arrays.copyOf(queue, queued * 2);
    }
    queue[queued++] = at;
  }

  /** Looks through: a resource has few above it. */
  private int position(Node node) {
    for (int i = 0; i < count; i++) {
      if (node(i).ref() == node.ref()) {
        return i;
      }
    }
    return -1;
  }

  private int append(Node node, int truth, int level) {
    if (count == covering.length) {
      covering = Arrays.copyOf(covering, count * 2);
      second = Arrays.copyOf(second, count * 2);
      truths = Arrays.copyOf(truths, count * 2);
      levels = Arrays.copyOf(levels, count * 2);
    }
    covering[count] = node;
    second[count] = evaluation.snapshot().second(node);
    truths[count] = truth;
    levels[count] = level;
    return count++;
  }
}
