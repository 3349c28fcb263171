package io.iamplane.decision.engine;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The resource and its ancestors along the model's relation {@code parent}: the scopes that cover
 * the request. Found on first use.
 */
final class ScopeMatch {

  private final Evaluation evaluation;
  private final Question question;
  private final LevelSearch covering = new LevelSearch();
  private final List<Ref> names = new ArrayList<>();
  private boolean found;

  ScopeMatch(Evaluation evaluation, Question question) {
    this.evaluation = evaluation;
    this.question = question;
  }

  void begin() {
    found = false;
  }

  void end() {
    covering.end();
    names.clear();
  }

  boolean isLarge() {
    return covering.isLarge();
  }

  int truth(Ref scope) {
    find();
    return covering.truth(scope);
  }

  /** The names of all scopes, second ones among them. */
  List<Ref> names() {
    find();
    return names;
  }

  private void find() {
    if (found) {
      return;
    }
    found = true;
    covering.begin();
    names.clear();
    Node resource = question.resource();
    if (resource == null) {
      return;
    }
    enter(resource, Truth.TRUE, 0);
    int parent = evaluation.snapshot().parentSymbol();
    CompiledModel model = question.model();
    if (model != null && parent != Symbols.NONE) {
      for (int at = covering.next(); at >= 0; at = covering.next()) {
        climb(at, parent, model);
      }
    }
  }

  private void climb(int at, int parent, CompiledModel model) {
    Node node = covering.node(at);
    ModelName relation = model.name(node.ref().type(), parent);
    if (relation == null || relation.definition() != null) {
      return;
    }
    climb(at, node.tuples(), parent, relation);
    Node other = evaluation.snapshot().second(node);
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
        int truth = Math.min(covering.truth(at), evaluation.truth(tuple, relation));
        if (truth != Truth.FALSE) {
          enter(snapshot.resolve(above), truth, covering.level(at) + 1);
        }
      }
    }
  }

  private void enter(Node node, int truth, int level) {
    boolean isNew = covering.truth(node.ref()) == Truth.FALSE;
    covering.enter(node, truth, level);
    if (isNew) {
      names.add(node.ref());
      Node second = evaluation.snapshot().second(node);
      if (second != null) {
        names.add(second.ref());
        covering.name(second.ref(), node.ref());
      }
    }
  }
}
