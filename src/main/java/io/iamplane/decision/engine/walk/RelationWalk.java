package io.iamplane.decision.engine.walk;

import io.iamplane.decision.engine.catalog.CompiledModel;
import io.iamplane.decision.engine.catalog.ModelName;
import io.iamplane.decision.engine.catalog.Step;
import io.iamplane.decision.engine.catalog.Symbols;
import io.iamplane.decision.engine.evaluation.Evaluation;
import io.iamplane.decision.engine.evaluation.LongTable;
import io.iamplane.decision.engine.evaluation.Truth;
import io.iamplane.decision.engine.index.Node;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Evaluates a name of the relation model on an object for the subject, from the object towards the
 * subject. Its answers are those of the well-founded semantics of the model's rules, whatever the
 * order in which relations are stored: a goal that only rests on itself is false, one that rests on
 * its own exclusion is an error, and an error never allows.
 */
final class RelationWalk {

  static final int MAX_DEPTH = 32;

  /** Bounds the Java stack; 32 objects with a dozen chained names each are within. */
  static final int MAX_OPEN = 512;

  private static final int NOT_KNOWN = -1;
  private static final int ON_NOTHING_OPEN = Integer.MAX_VALUE;

  private final Evaluation evaluation;
  private final Groups groups;
  private final Goals goals = new Goals();
  private final RelationTuplesWalk tuples;
  private @Nullable CompiledModel model;

  /** Exclusions between the asked goal and the present one. */
  private int exclusions;

  private int open;

  /** The outermost open goal that the answer in the making rests on. */
  private int restsOn;

  /** How many objects away the answer just given reached. */
  private int height;

  RelationWalk(Evaluation evaluation, Groups groups) {
    this.evaluation = evaluation;
    this.groups = groups;
    this.tuples = new RelationTuplesWalk(evaluation, groups, this);
  }

  /** The truth of {@code name} on an object. */
  int holds(CompiledModel rules, Node object, int name) {
    goals.clear();
    model = rules;
    exclusions = 0;
    open = 0;
    restsOn = ON_NOTHING_OPEN;
    return goal(object, Symbols.NONE, name, 0);
  }

  void end() {
    model = null;
  }

  boolean isLarge() {
    return goals.capacity() > 1 << 16;
  }

  int height() {
    return height;
  }

  void height(int objects) {
    height = objects;
  }

  CompiledModel model() {
    return Objects.requireNonNull(model);
  }

  /**
   * The truth of a goal: {@code name} on the object; or, when {@code through} is given, {@code
   * name} on one of the objects that have that relation to it.
   */
  int goal(Node object, int through, int name, int depth) {
    long goal = (long) object.ref().number() << 32 | (through & 0xFFFFL) << 16 | name;
    long record = goals.record(goal);
    int known = record == LongTable.ABSENT ? NOT_KNOWN : known(record, depth);
    if (known != NOT_KNOWN) {
      return known;
    }
    if (depth > MAX_DEPTH || open == MAX_OPEN) {
      restsOn = 0;
      height = 0;
      return Truth.ERROR;
    }
    int truth = evaluate(goal, record, object, through, name, depth);
    if (evaluation.trace() != null && through == Symbols.NONE) {
      evaluation.trace().walked(object, name, depth, truth);
    }
    return truth;
  }

  /** Six parameters, since a record of them would be made for every goal. */
  private int evaluate(long goal, long record, Node object, int through, int name, int depth) {
    evaluation.step();
    int outer = restsOn;
    int index = open++;
    int mark = goals.mark();
    restsOn = ON_NOTHING_OPEN;
    goals.open(goal, index, exclusions);
    int truth =
        through == Symbols.NONE
            ? name(object, name, depth)
            : tuples.traverse(object, through, name, depth);
    open--;
    boolean independent = restsOn >= index;
    close(goal, record, truth, mark, independent);
    restsOn = truth == Truth.TRUE || independent ? outer : Math.min(outer, restsOn);
    return truth;
  }

  private int known(long record, int depth) {
    if (Goals.isOpen(record)) {
      restsOn = Math.min(restsOn, Goals.index(record));
      height = 0;
      return Goals.exclusions(record) == exclusions ? Truth.FALSE : Truth.ERROR;
    }
    boolean usable = Goals.isFinal(record) || Goals.exclusions(record) == exclusions;
    if (!usable || depth + Goals.height(record) > MAX_DEPTH) {
      return NOT_KNOWN;
    }
    if (Goals.isTentative(record)) {
      restsOn = 0; // which open goals it rests on is not kept, so it rests on all
    }
    height = Goals.height(record);
    return Goals.truth(record);
  }

  /** Keeps the answer as far as it holds for whoever asks next. */
  private void close(long goal, long before, int truth, int mark, boolean independent) {
    if (truth == Truth.TRUE) {
      // Assuming less than is so, it came out true: it is, whatever the open goals turn out to be.
      goals.dropSince(mark);
      goals.settle(goal, truth, height);
    } else if (truth == Truth.FALSE && independent) {
      goals.confirmSince(mark);
      goals.settle(goal, truth, height);
    } else if (truth == Truth.FALSE) {
      goals.assume(goal, exclusions, height);
    } else {
      goals.dropSince(mark);
      if (independent) {
        goals.settle(goal, truth, height);
      } else {
        goals.restore(goal, before);
      }
    }
  }

  private int name(Node object, int name, int depth) {
    if (evaluation.snapshot().isMembership(object.ref().type(), name)) {
      height = 0;
      return groups.truth(object);
    }
    ModelName found = model().name(object.ref().type(), name);
    if (found == null) {
      height = 0;
      return Truth.FALSE;
    }
    Step definition = found.definition();
    return definition == null
        ? tuples.relation(object, name, found, depth)
        : step(definition, object, depth);
  }

  private int step(Step step, Node object, int depth) {
    return switch (step.kind()) {
      case NAME -> goal(object, Symbols.NONE, step.name(), depth);
      case TRAVERSAL -> goal(object, step.through(), step.name(), depth);
      case UNION -> union(step, object, depth);
      case INTERSECTION -> intersection(step, object, depth);
      case EXCLUSION -> exclusion(step, object, depth);
    };
  }

  private int union(Step step, Node object, int depth) {
    int truth = Truth.FALSE;
    int highest = 0;
    for (int i = 0; i < step.size(); i++) {
      int each = step(step.operand(i), object, depth);
      if (each == Truth.TRUE) {
        return each;
      }
      truth = Math.max(truth, each);
      highest = Math.max(highest, height);
    }
    height = highest;
    return truth;
  }

  private int intersection(Step step, Node object, int depth) {
    int truth = Truth.TRUE;
    int highest = 0;
    for (int i = 0; i < step.size(); i++) {
      int each = step(step.operand(i), object, depth);
      if (each == Truth.FALSE) {
        return each;
      }
      truth = Math.min(truth, each);
      highest = Math.max(highest, height);
    }
    height = highest;
    return truth;
  }

  private int exclusion(Step step, Node object, int depth) {
    int base = step(step.operand(0), object, depth);
    if (base == Truth.FALSE) {
      return base;
    }
    int highest = height;
    exclusions++;
    int excluded = step(step.operand(1), object, depth);
    exclusions--;
    height = Math.max(highest, height);
    return Math.min(base, Truth.TRUE - excluded);
  }
}
