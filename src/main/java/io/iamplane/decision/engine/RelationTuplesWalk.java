package io.iamplane.decision.engine;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The part of a relation walk that goes along stored relations. */
final class RelationTuplesWalk {

  private static final Tuple[] NO_TUPLES = {};

  private final Evaluation evaluation;
  private final Groups groups;
  private final RelationWalk walk;

  RelationTuplesWalk(Evaluation evaluation, Groups groups, RelationWalk walk) {
    this.evaluation = evaluation;
    this.groups = groups;
    this.walk = walk;
  }

  /** Evaluates a relation of the subject to the object: itself, as everyone, or by a userset. */
  int beginRelation(WalkFrame frame, WalkFrame.Kind kind, ModelName rules) {
    Node object = frame.object();
    Node second = evaluation.snapshot().second(object);
    int own = named(object.tuples(), frame.name, rules);
    if (own != Truth.TRUE && second != null) {
      own = Math.max(own, named(second.tuples(), frame.name, rules));
    }
    if (own == Truth.TRUE) {
      return own;
    }
    frame.lookThrough(
        kind,
        usersets(object, frame.name),
        second == null ? null : usersets(second, frame.name),
        rules,
        own);
    return next(frame);
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
        if (isSubject(tuple.subject()) && rules.admits(tuple) && tuple.validAt(evaluation.now())) {
          truth = Math.max(truth, evaluation.truth(tuple, rules));
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

  /** An array that holds all usersets of a relation, and perhaps other tuples. */
  private static Tuple[] usersets(Node object, int relation) {
    TupleSet tuples = object.tuples();
    if (tuples == null) {
      return NO_TUPLES;
    }
    RelationTuples spread = tuples.spread(relation);
    return spread == null ? tuples.of(relation) : spread.usersets();
  }

  int resume(WalkFrame frame, int given) {
    walk.height(walk.height() + 1);
    return frame.takesGreatest(Math.min(frame.certain, given), walk.height())
        ? Truth.TRUE
        : next(frame);
  }

  private int next(WalkFrame frame) {
    do {
      Tuple[] tuples = frame.tuples;
      while (frame.at < tuples.length) {
        int each = follow(frame, tuples[frame.at++]);
        if (each == RelationWalk.PENDING) {
          return each;
        }
        if (frame.takesGreatest(each, walk.height())) {
          return each;
        }
      }
    } while (frame.turns());
    walk.height(frame.highest);
    return frame.truth;
  }

  private int follow(WalkFrame frame, Tuple tuple) {
    walk.height(0);
    if (frame.kind == WalkFrame.Kind.TRAVERSAL) {
      return tuple.relation() == frame.through && !tuple.subject().wildcard()
          ? traverse(frame, tuple)
          : Truth.FALSE;
    }
    return tuple.relation() == frame.name && tuple.subjectRelation() != Symbols.NONE
        ? userset(frame, tuple)
        : Truth.FALSE;
  }

  private int userset(WalkFrame frame, Tuple tuple) {
    evaluation.step();
    PolicySnapshot snapshot = evaluation.snapshot();
    Ref subject = tuple.subject();
    ModelName rules = Objects.requireNonNull(frame.rules);
    if (!rules.admits(tuple) || !tuple.validAt(evaluation.now())) {
      return Truth.FALSE;
    }
    int truth = evaluation.truth(tuple, rules);
    if (truth == Truth.FALSE) {
      return truth;
    }
    Node target = snapshot.resolve(subject);
    if (snapshot.isMembership(subject.type(), tuple.subjectRelation())) {
      return Math.min(truth, groups.truth(target));
    }
    return passesOn(target)
        ? further(frame, truth, target, Symbols.NONE, tuple.subjectRelation())
        : Truth.FALSE;
  }

  /** Evaluates {@code name} on each object with a relation to the object, until it holds on one. */
  int beginTraversal(WalkFrame frame) {
    walk.height(0);
    return lookThrough(frame, WalkFrame.Kind.TRAVERSAL, Truth.FALSE) ? next(frame) : Truth.FALSE;
  }

  /** Prepares a frame with the tuples of its relation; false if it can have no subjects. */
  boolean lookThrough(WalkFrame frame, WalkFrame.Kind kind, int own) {
    Node object = frame.object();
    PolicySnapshot snapshot = evaluation.snapshot();
    ModelName rules = null;
    if (snapshot.isMembership(object.ref().type(), frame.through)) {
      if (!passesOn(object)) {
        return false;
      }
    } else {
      rules = walk.model().name(object.ref().type(), frame.through);
      if (rules == null || rules.definition() != null) {
        return false;
      }
    }
    Node second = snapshot.second(object);
    frame.lookThrough(
        kind,
        all(object, frame.through),
        second == null ? null : all(second, frame.through),
        rules,
        own);
    return true;
  }

  private static Tuple[] all(Node object, int relation) {
    TupleSet tuples = object.tuples();
    return tuples == null ? NO_TUPLES : tuples.of(relation);
  }

  private int traverse(WalkFrame frame, Tuple tuple) {
    evaluation.step();
    Ref subject = tuple.subject();
    ModelName rules = frame.rules;
    if ((rules != null && !rules.admits(tuple)) || !tuple.validAt(evaluation.now())) {
      return Truth.FALSE;
    }
    Node target = evaluation.snapshot().resolve(subject);
    if (!passesOn(target)) {
      return Truth.FALSE;
    }
    int truth = evaluation.truth(tuple, rules);
    return truth == Truth.FALSE
        ? truth
        : further(frame, truth, target, tuple.subjectRelation(), frame.name);
  }

  private int further(WalkFrame frame, int certain, Node target, int through, int name) {
    frame.certain = certain;
    int truth = walk.ask(target, through, name, frame.depth + 1);
    if (truth == RelationWalk.PENDING) {
      return truth;
    }
    walk.height(walk.height() + 1);
    return Math.min(certain, truth);
  }

  /** An entry of the directory that is unknown or inactive matches no subject. */
  boolean passesOn(Node node) {
    Entry entry = node.entry();
    return entry == null
        ? !evaluation.snapshot().isDirectoryType(node.ref().type())
        : entry.active();
  }
}
