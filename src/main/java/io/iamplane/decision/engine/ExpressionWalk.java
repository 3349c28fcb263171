package io.iamplane.decision.engine;

/** The part of a relation walk that combines the operands of a permission's expression. */
final class ExpressionWalk {

  private final RelationWalk walk;

  ExpressionWalk(RelationWalk walk) {
    this.walk = walk;
  }

  /** The truth of an expression; {@link RelationWalk#PENDING} when it was put on the frames. */
  int step(Step step, Node object, int depth) {
    return switch (step.kind()) {
      case STORED -> walk.stored(object, step.name(), depth);
      case SELF -> walk.itself(object);
      case NIL -> walk.known(Truth.FALSE);
      case NAME -> walk.ask(object, Symbols.NONE, step.name(), depth);
      case TRAVERSAL -> walk.ask(object, step.through(), step.name(), depth);
      case ALL -> walk.all(object, step, depth);
      case UNION -> begin(WalkFrame.Kind.UNION, step, object, depth);
      case INTERSECTION -> begin(WalkFrame.Kind.INTERSECTION, step, object, depth);
      case EXCLUSION -> begin(WalkFrame.Kind.EXCLUSION, step, object, depth);
    };
  }

  private int begin(WalkFrame.Kind operator, Step step, Node object, int depth) {
    walk.push().combine(operator, step, object, depth);
    return RelationWalk.PENDING;
  }

  /** Goes on with a union or intersection and the answer of the operand asked last. */
  int combined(WalkFrame frame, int given) {
    int answer = given;
    while (true) {
      if (answer != RelationWalk.PENDING && frame.takes(answer, walk.height())) {
        return answer;
      }
      if (frame.at == frame.step().size()) {
        walk.height(frame.highest);
        return frame.truth;
      }
      answer = next(frame);
      if (answer == RelationWalk.PENDING) {
        return answer;
      }
    }
  }

  /** Continues with the answer of the base, then with that of the excluded operand. */
  int exclusion(WalkFrame frame, int given) {
    int answer = given;
    if (frame.at == 0) {
      answer = next(frame);
      if (answer == RelationWalk.PENDING) {
        return answer;
      }
    }
    if (frame.at == 1) {
      if (answer == Truth.FALSE) {
        return answer;
      }
      frame.truth = answer;
      frame.highest = walk.height();
      walk.excluding(1);
      answer = next(frame);
      if (answer == RelationWalk.PENDING) {
        return answer;
      }
    }
    walk.excluding(-1);
    walk.height(Math.max(frame.highest, walk.height()));
    return Math.min(frame.truth, Truth.TRUE - answer);
  }

  private int next(WalkFrame frame) {
    return step(frame.step().operand(frame.at++), frame.object(), frame.depth);
  }
}
