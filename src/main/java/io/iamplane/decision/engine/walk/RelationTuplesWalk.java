package io.iamplane.decision.engine.walk;

import io.iamplane.decision.engine.catalog.ModelName;
import io.iamplane.decision.engine.catalog.Symbols;
import io.iamplane.decision.engine.evaluation.Evaluation;
import io.iamplane.decision.engine.evaluation.Truth;
import io.iamplane.decision.engine.index.Entry;
import io.iamplane.decision.engine.index.Node;
import io.iamplane.decision.engine.index.PolicySnapshot;
import io.iamplane.decision.engine.index.Ref;
import io.iamplane.decision.engine.index.RelationTuples;
import io.iamplane.decision.engine.index.Tuple;
import io.iamplane.decision.engine.index.TupleSet;
import org.jspecify.annotations.Nullable;

/** The part of a relation walk that goes along stored relations. */
final class RelationTuplesWalk {

  private final Evaluation evaluation;
  private final Groups groups;
  private final RelationWalk walk;

  RelationTuplesWalk(Evaluation evaluation, Groups groups, RelationWalk walk) {
    this.evaluation = evaluation;
    this.groups = groups;
    this.walk = walk;
  }

  /** Whether the subject has a relation to the object: itself, as everyone, or by a userset. */
  int relation(Node object, int relation, ModelName rules, int depth) {
    Node second = evaluation.snapshot().second(object);
    int own = named(object.tuples(), relation, rules);
    if (own != Truth.TRUE && second != null) {
      own = Math.max(own, named(second.tuples(), relation, rules));
    }
    walk.height(0);
    if (own == Truth.TRUE) {
      return own;
    }
    int truth = usersets(object.tuples(), relation, rules, depth);
    if (truth != Truth.TRUE && second != null) {
      int height = walk.height();
      truth = Math.max(truth, usersets(second.tuples(), relation, rules, depth));
      walk.height(truth == Truth.TRUE ? walk.height() : Math.max(height, walk.height()));
    }
    return Math.max(own, truth);
  }

  private int named(@Nullable TupleSet tuples, int relation, ModelName rules) {
    if (tuples == null) {
      return Truth.FALSE;
    }
    RelationTuples spread = tuples.spread(relation);
    if (spread == null) {
      return named(tuples.of(relation), relation, rules);
    }
    int truth = named(spread.direct(groups.subject().ref()), relation, rules);
    Node second = groups.secondName();
    if (second != null) {
      truth = Math.max(truth, named(spread.direct(second.ref()), relation, rules));
    }
    Node everyone = groups.everyone();
    return everyone == null
        ? truth
        : Math.max(truth, named(spread.everyone(everyone.ref()), relation, rules));
  }

  private int named(Tuple @Nullable [] tuples, int relation, ModelName rules) {
    int truth = Truth.FALSE;
    if (tuples == null) {
      return truth;
    }
    for (Tuple tuple : tuples) {
      if (tuple.relation() == relation && tuple.subjectRelation() == Symbols.NONE) {
        evaluation.step();
        if (isSubject(tuple.subject())
            && rules.admits(tuple.subject().type(), Symbols.NONE, tuple.subject().wildcard())
            && tuple.validAt(evaluation.now())) {
          truth = Math.max(truth, evaluation.truth(tuple, tuple.condition()));
          if (truth == Truth.TRUE) {
            return truth;
          }
        }
      }
    }
    return truth;
  }

  private boolean isSubject(Ref ref) {
    Node everyone = groups.everyone();
    return groups.isSubject(ref) || (everyone != null && ref == everyone.ref());
  }

  private int usersets(@Nullable TupleSet tuples, int relation, ModelName rules, int depth) {
    int truth = Truth.FALSE;
    int highest = 0;
    walk.height(0);
    if (tuples == null) {
      return truth;
    }
    RelationTuples spread = tuples.spread(relation);
    for (Tuple tuple : spread == null ? tuples.of(relation) : spread.usersets()) {
      if (tuple.relation() == relation && tuple.subjectRelation() != Symbols.NONE) {
        int each = userset(tuple, rules, depth);
        if (each == Truth.TRUE) {
          return each;
        }
        truth = Math.max(truth, each);
        highest = Math.max(highest, walk.height());
      }
    }
    walk.height(highest);
    return truth;
  }

  private int userset(Tuple tuple, ModelName rules, int depth) {
    evaluation.step();
    walk.height(0);
    PolicySnapshot snapshot = evaluation.snapshot();
    Ref subject = tuple.subject();
    if (!rules.admits(subject.type(), tuple.subjectRelation(), false)
        || !tuple.validAt(evaluation.now())) {
      return Truth.FALSE;
    }
    int truth = evaluation.truth(tuple, tuple.condition());
    if (truth == Truth.FALSE) {
      return truth;
    }
    Node target = snapshot.resolve(subject);
    if (snapshot.isMembership(subject.type(), tuple.subjectRelation())) {
      return Math.min(truth, groups.truth(target));
    }
    return passesOn(target)
        ? Math.min(truth, further(target, Symbols.NONE, tuple.subjectRelation(), depth))
        : Truth.FALSE;
  }

  /** Whether {@code name} holds on one of the objects that have a relation to the object. */
  int traverse(Node object, int through, int name, int depth) {
    PolicySnapshot snapshot = evaluation.snapshot();
    walk.height(0);
    ModelName rules = null;
    if (snapshot.isMembership(object.ref().type(), through)) {
      if (!passesOn(object)) {
        return Truth.FALSE;
      }
    } else {
      rules = walk.model().name(object.ref().type(), through);
      if (rules == null || rules.definition() != null) {
        return Truth.FALSE;
      }
    }
    int truth = traverse(object.tuples(), rules, through, name, depth);
    Node second = snapshot.second(object);
    if (truth != Truth.TRUE && second != null) {
      int height = walk.height();
      truth = Math.max(truth, traverse(second.tuples(), rules, through, name, depth));
      walk.height(truth == Truth.TRUE ? walk.height() : Math.max(height, walk.height()));
    }
    return truth;
  }

  private int traverse(
      @Nullable TupleSet tuples, @Nullable ModelName rules, int through, int name, int depth) {
    int truth = Truth.FALSE;
    int highest = 0;
    walk.height(0);
    if (tuples == null) {
      return truth;
    }
    for (Tuple tuple : tuples.of(through)) {
      if (tuple.relation() == through && !tuple.subject().wildcard()) {
        int each = traverse(tuple, rules, name, depth);
        if (each == Truth.TRUE) {
          return each;
        }
        truth = Math.max(truth, each);
        highest = Math.max(highest, walk.height());
      }
    }
    walk.height(highest);
    return truth;
  }

  private int traverse(Tuple tuple, @Nullable ModelName rules, int name, int depth) {
    evaluation.step();
    walk.height(0);
    Ref subject = tuple.subject();
    if ((rules != null && !rules.admits(subject.type(), tuple.subjectRelation(), false))
        || !tuple.validAt(evaluation.now())) {
      return Truth.FALSE;
    }
    Node target = evaluation.snapshot().resolve(subject);
    if (!passesOn(target)) {
      return Truth.FALSE;
    }
    int truth = evaluation.truth(tuple, tuple.condition());
    return truth == Truth.FALSE
        ? truth
        : Math.min(truth, further(target, tuple.subjectRelation(), name, depth));
  }

  private int further(Node target, int through, int name, int depth) {
    int truth = walk.goal(target, through, name, depth + 1);
    walk.height(walk.height() + 1);
    return truth;
  }

  /** An entry of the directory that is unknown or inactive stands for nobody. */
  private boolean passesOn(Node node) {
    Entry entry = node.entry();
    return entry == null
        ? !evaluation.snapshot().isDirectoryType(node.ref().type())
        : entry.active();
  }
}
