package io.iamplane.decision.engine;

/**
 * The part of a relation walk that requires a name on all objects with a relation to an object. The
 * result is the least of the relations' conditions and of the name on each object; false if there
 * is no such relation. A relation that has not begun, or has ended, is not there.
 */
final class AllTuplesWalk {

  /** A tuple that is not there. */
  private static final int ABSENT = -2;

  private final Evaluation evaluation;
  private final RelationWalk walk;
  private final RelationTuplesWalk tuples;

  AllTuplesWalk(Evaluation evaluation, RelationWalk walk, RelationTuplesWalk tuples) {
    this.evaluation = evaluation;
    this.walk = walk;
    this.tuples = tuples;
  }

  int begin(WalkFrame frame) {
    if (!tuples.lookThrough(frame, WalkFrame.Kind.ALL, Truth.TRUE)) {
      return Truth.FALSE;
    }
    frame.some = false;
    return next(frame);
  }

  int resume(WalkFrame frame, int given) {
    walk.height(walk.height() + 1);
    return takes(frame, given) ? Truth.FALSE : next(frame);
  }

  private int next(WalkFrame frame) {
    do {
      Tuple[] each = frame.tuples;
      while (frame.at < each.length) {
        Tuple tuple = each[frame.at++];
        int answer = tuple.relation() == frame.through ? ask(frame, tuple) : ABSENT;
        if (answer == RelationWalk.PENDING) {
          return answer;
        }
        if (answer != ABSENT && takes(frame, answer)) {
          return Truth.FALSE;
        }
      }
    } while (frame.turns());
    walk.height(frame.highest);
    return frame.some ? frame.truth : Truth.FALSE;
  }

  private boolean takes(WalkFrame frame, int answer) {
    return frame.takesLeast(Math.min(frame.certain, answer), walk.height());
  }

  private int ask(WalkFrame frame, Tuple tuple) {
    evaluation.step();
    Ref subject = tuple.subject();
    ModelName rules = frame.rules;
    if ((rules != null && !rules.admits(tuple)) || !tuple.validAt(evaluation.now())) {
      return ABSENT;
    }
    frame.some = true;
    frame.certain = evaluation.truth(tuple, rules);
    walk.height(0);
    // What stands for many has no name of its own, and who matches no subject has none.
    if (frame.certain == Truth.FALSE || !tuple.isDirect()) {
      return Truth.FALSE;
    }
    Node target = evaluation.snapshot().resolve(subject);
    if (!tuples.passesOn(target)) {
      return Truth.FALSE;
    }
    int answer = walk.ask(target, Symbols.NONE, frame.name, frame.depth + 1);
    if (answer != RelationWalk.PENDING) {
      walk.height(walk.height() + 1);
    }
    return answer;
  }
}
