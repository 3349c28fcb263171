package io.iamplane.decision.engine;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Evaluates a name of the relation model on an object for the subject, from the object towards the
 * subject. Its answers are those of the well-founded semantics of the model's rules, independent of
 * the order of stored relations: a goal that only rests on itself is false, one that rests on its
 * own exclusion is an error, and an error never allows.
 *
 * <p>Goals in progress are on {@link Frames}, not on the thread's stack: deeply nested models and
 * long chains cost steps and memory, and never overflow.
 */
final class RelationWalk {

  /** Stands for an answer to come. */
  static final int PENDING = -1;

  static final int MAX_DEPTH = 32;

  /** The frames beyond which operators take steps, as goals do, so that steps bound memory. */
  private static final int FREE_FRAMES = 1_024;

  private static final int NOT_KNOWN = PENDING;
  private static final int ON_NOTHING_OPEN = Integer.MAX_VALUE;

  private final Evaluation evaluation;
  private final Groups groups;
  private final Goals goals = new Goals();
  private final Frames frames = new Frames();
  private final RelationTuplesWalk tuples;
  private final AllTuplesWalk every;
  private final ExpressionWalk expressions = new ExpressionWalk(this);
  private @Nullable CompiledModel model;

  /** The name and the object of the userset, if the question is about one. */
  private int userset;

  private @Nullable Ref setOf;

  /** Exclusions between the asked goal and the present one. */
  private int exclusions;

  private int open;

  /** The outermost open goal that the answer in the making rests on. */
  private int restsOn;

  /** The distance in objects that the latest answer reached. */
  private int height;

  private boolean cut;

  RelationWalk(Evaluation evaluation, Groups groups) {
    this.evaluation = evaluation;
    this.groups = groups;
    this.tuples = new RelationTuplesWalk(evaluation, groups, this);
    this.every = new AllTuplesWalk(evaluation, this, tuples);
  }

  void begin() {
    cut = false;
  }

  int holds(CompiledModel rules, Node object, Question question) {
    goals.clear();
    frames.clear();
    model = rules;
    userset = question.userset();
    setOf = userset == Symbols.NONE ? null : question.knownSubject().ref();
    exclusions = 0;
    open = 0;
    cut = false;
    restsOn = ON_NOTHING_OPEN;
    int known = ask(object, Symbols.NONE, question.relation(), 0);
    return known == PENDING ? run() : known;
  }

  void end() {
    frames.clear();
    model = null;
    setOf = null;
  }

  boolean isLarge() {
    return goals.capacity() > 1 << 16 || frames.isLarge();
  }

  /** Returns true if the last walk omitted objects because of their distance. */
  boolean wasCut() {
    return cut;
  }

  int height() {
    return height;
  }

  void height(int objects) {
    height = objects;
  }

  /** Goes below an exclusion, or comes back from there. */
  void excluding(int more) {
    exclusions += more;
  }

  CompiledModel model() {
    return Objects.requireNonNull(model);
  }

  WalkFrame push() {
    if (frames.size() >= FREE_FRAMES) {
      evaluation.step();
    }
    return frames.push();
  }

  /** Answers the innermost frame until the outermost has its answer. */
  private int run() {
    int given = PENDING;
    while (true) {
      WalkFrame frame = frames.top();
      int answer = resume(frame, given);
      if (answer != PENDING) {
        frames.pop();
        if (frame.isGoal()) {
          close(frame, answer);
        }
        if (frames.size() == 0) {
          return answer;
        }
      }
      given = answer;
    }
  }

  /**
   * Begins a frame, or continues it with the answer that it waited for. Returns its own answer;
   * {@link #PENDING} when it asked for another.
   */
  private int resume(WalkFrame frame, int given) {
    return switch (frame.kind) {
      case GOAL -> begin(frame);
      case PERMISSION -> given;
      case RELATION, TRAVERSAL, STORED -> tuples.resume(frame, given);
      case ALL -> every.resume(frame, given);
      case UNION, INTERSECTION -> expressions.combined(frame, given);
      case EXCLUSION -> expressions.exclusion(frame, given);
    };
  }

  /**
   * The truth of a goal: {@code name} on the object; or, when {@code through} is given, {@code
   * name} on one of the objects that have that relation to it. {@link #PENDING} when it is not
   * known: then it was put on the frames.
   */
  int ask(Node object, int through, int name, int depth) {
    long goal = (long) object.ref().number() << 32 | (through & 0xFFFFL) << 16 | name;
    long record = goals.record(goal);
    int known = record == LongTable.ABSENT ? NOT_KNOWN : known(record, depth);
    if (known != NOT_KNOWN) {
      return known;
    }
    if (depth > MAX_DEPTH) {
      return tooFar(object, through, name, depth);
    }
    evaluation.step();
    WalkFrame frame = frames.push();
    frame.ask(goal, record, object, through, name, depth);
    frame.outer = restsOn;
    frame.index = open++;
    frame.mark = goals.mark();
    restsOn = ON_NOTHING_OPEN;
    goals.open(goal, frame.index, exclusions);
    return PENDING;
  }

  /** The stored part of a relation that also follows from other names; see {@link #ask}. */
  int stored(Node object, int relation, int depth) {
    ModelName rules = model().name(object.ref().type(), relation);
    if (rules == null) {
      return Truth.FALSE;
    }
    WalkFrame frame = push();
    frame.hold(object, relation, depth);
    height = 0;
    int answer = tuples.beginRelation(frame, WalkFrame.Kind.STORED, rules);
    if (answer != PENDING) {
      frames.pop();
    }
    return answer;
  }

  /** Evaluates a name on all objects that a relation leads to; see {@link #ask}. */
  int all(Node object, Step step, int depth) {
    WalkFrame frame = push();
    frame.hold(object, step.name(), depth);
    frame.through = step.through();
    height = 0;
    int answer = every.begin(frame);
    if (answer != PENDING) {
      frames.pop();
    }
    return answer;
  }

  int itself(Node object) {
    boolean same = groups.isSubject(object.ref()) && !object.ref().wildcard();
    return known(same ? Truth.TRUE : Truth.FALSE);
  }

  /** An answer that rests on nothing. */
  int known(int truth) {
    height = 0;
    return truth;
  }

  private int tooFar(Node object, int through, int name, int depth) {
    cut = true;
    restsOn = 0;
    height = 0;
    if (evaluation.trace() != null && through == Symbols.NONE) {
      evaluation.trace().walked(object, name, depth, Truth.ERROR);
    }
    return Truth.ERROR;
  }

  private int begin(WalkFrame frame) {
    Node object = frame.object();
    if (frame.through != Symbols.NONE) {
      return tuples.beginTraversal(frame);
    }
    height = 0;
    if (frame.name == userset && object.ref() == setOf) {
      return Truth.TRUE; // all who have it have it
    }
    if (evaluation.snapshot().isMembership(object.ref().type(), frame.name)) {
      return groups.truth(object);
    }
    ModelName found = model().name(object.ref().type(), frame.name);
    if (found == null) {
      return Truth.FALSE;
    }
    Step definition = found.definition();
    if (definition == null) {
      return tuples.beginRelation(frame, WalkFrame.Kind.RELATION, found);
    }
    frame.kind = WalkFrame.Kind.PERMISSION;
    return expressions.step(definition, object, frame.depth);
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

  private void close(WalkFrame frame, int truth) {
    open--;
    boolean independent = restsOn >= frame.index;
    keep(frame, truth, independent);
    restsOn = truth == Truth.TRUE || independent ? frame.outer : Math.min(frame.outer, restsOn);
    if (evaluation.trace() != null && frame.through == Symbols.NONE) {
      evaluation.trace().walked(frame.object(), frame.name, frame.depth, truth);
    }
  }

  /** Keeps the answer as far as it holds for later questions. */
  private void keep(WalkFrame frame, int truth, boolean independent) {
    if (truth == Truth.TRUE) {
      // Assuming less than is so, it came out true: it is, whatever the open goals turn out to be.
      goals.dropSince(frame.mark);
      goals.settle(frame.goal, truth, height);
    } else if (truth == Truth.FALSE && independent) {
      goals.confirmSince(frame.mark);
      goals.settle(frame.goal, truth, height);
    } else if (truth == Truth.FALSE) {
      goals.assume(frame.goal, exclusions, height);
    } else {
      goals.dropSince(frame.mark);
      if (independent) {
        goals.settle(frame.goal, truth, height);
      } else {
        goals.restore(frame.goal, frame.before);
      }
    }
  }
}
