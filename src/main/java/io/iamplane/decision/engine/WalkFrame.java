package io.iamplane.decision.engine;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A goal or an operator of a relation walk that waits for an answer. Reused, and read in the
 * innermost loop, so it is one flat mutable class.
 */
final class WalkFrame {

  enum Kind {
    /** A goal that has not begun. */
    GOAL,
    /** A goal with the value of its permission's expression. */
    PERMISSION,
    /** A goal that looks through the usersets of a relation. */
    RELATION,
    /** A goal that looks through the objects that a relation leads to. */
    TRAVERSAL,
    /** An operand that visits the usersets in the stored part of a relation. */
    STORED,
    /** An operand that requires a name on all objects that a relation leads to. */
    ALL,
    UNION,
    INTERSECTION,
    EXCLUSION
  }

  private static final Tuple[] NO_TUPLES = {};

  Kind kind = Kind.GOAL;
  int depth;

  /** The goal, and its earlier record. */
  long goal;

  long before;
  int through;
  int name;

  /**
   * Its place among the open goals, the goal that its parent rests on, and the tentative answers.
   */
  int index;

  int outer;
  int mark;

  /** The next operand or tuple, the result so far, and the distance that it reached. */
  int at;

  int truth;
  int highest;

  /** The truth of the present tuple. */
  int certain;

  /** For {@link Kind#ALL}, true if there is any tuple. */
  boolean some;

  Tuple[] tuples = NO_TUPLES;

  /** The tuples of the object's second name; null when there are none, or it is their turn. */
  Tuple @Nullable [] more;

  @Nullable ModelName rules;
  private @Nullable Node object;
  private @Nullable Step step;

  void ask(long asked, long known, Node about, int by, int what, int away) {
    kind = Kind.GOAL;
    goal = asked;
    before = known;
    object = about;
    through = by;
    name = what;
    depth = away;
  }

  void hold(Node about, int relation, int away) {
    object = about;
    name = relation;
    depth = away;
  }

  void combine(Kind operator, Step expression, Node about, int away) {
    kind = operator;
    step = expression;
    object = about;
    depth = away;
    at = 0;
    truth = operator == Kind.INTERSECTION ? Truth.TRUE : Truth.FALSE;
    highest = 0;
  }

  void lookThrough(
      Kind along, Tuple[] first, Tuple @Nullable [] second, @Nullable ModelName by, int own) {
    kind = along;
    tuples = first;
    more = second;
    rules = by;
    at = 0;
    truth = own;
    highest = 0;
  }

  boolean isGoal() {
    return kind.ordinal() <= Kind.TRAVERSAL.ordinal();
  }

  Node object() {
    return Objects.requireNonNull(object);
  }

  Step step() {
    return Objects.requireNonNull(step);
  }

  /** Takes the answer of an operand of a union or an intersection. */
  boolean takes(int answer, int height) {
    return kind == Kind.UNION ? takesGreatest(answer, height) : takesLeast(answer, height);
  }

  /** Takes an answer; the greatest counts. Returns true when that is settled. */
  boolean takesGreatest(int answer, int height) {
    truth = Math.max(truth, answer);
    highest = Math.max(highest, height);
    return answer == Truth.TRUE;
  }

  /** Takes an answer; the least counts. Returns true when that is settled. */
  boolean takesLeast(int answer, int height) {
    truth = Math.min(truth, answer);
    highest = Math.max(highest, height);
    return answer == Truth.FALSE;
  }

  /** Turns to the tuples of the second name; false if there are none. */
  boolean turns() {
    Tuple[] second = more;
    if (second == null) {
      return false;
    }
    tuples = second;
    more = null;
    at = 0;
    return true;
  }

  /** Drops references to the policy. */
  void clear() {
    tuples = NO_TUPLES;
    more = null;
    rules = null;
    object = null;
    step = null;
  }
}
