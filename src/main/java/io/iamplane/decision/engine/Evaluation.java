package io.iamplane.decision.engine;

import io.iamplane.decision.engine.fact.ConditionUse;
import io.iamplane.decision.engine.question.DecisionRequest;
import io.iamplane.language.condition.Attributes;
import io.iamplane.language.condition.Condition;
import io.iamplane.language.condition.NamedCondition;
import io.iamplane.language.condition.Root;
import io.iamplane.language.condition.StepMeter;
import io.iamplane.shared.Micros;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The state shared by the parts of one evaluation: snapshot, time, attributes and budget. */
final class Evaluation {

  static final int SLICE = 2_048;

  private static final int NO_RELATIONS = Integer.MIN_VALUE;

  /**
   * Conditions take their steps off the decision's. One alone may take half: beyond that it cannot
   * be evaluated, so that a single runaway condition leaves the rest of the policy decidable.
   */
  private final StepMeter meter =
      new StepMeter() {
        @Override
        public long left() {
          return Math.min((long) stepsLeft + rest, conditionSteps);
        }

        @Override
        public void spend(long steps) {
          take(steps);
        }
      };

  private final AttributeView attributes = new AttributeView();
  private final BoundCondition named = new BoundCondition(attributes);
  private @Nullable PolicySnapshot snapshot;
  private @Nullable Recorder trace;
  private @Nullable Question question;
  private long now;
  private long horizon;
  private @Nullable WorkBudget budget;

  /** The rest and the size of the present slice, and the rest of the budget beyond it. */
  private int stepsLeft;

  private int slice;
  private int conditionSteps;
  private int rest;
  private int errors;

  /** Counters for the budget's report: bounded by the steps, but not charged as steps. */
  private int grants;

  private int conditions;
  private int leftBeforeRelations;

  public void begin(
      PolicySnapshot policy,
      DecisionRequest request,
      Question about,
      Instant time,
      WorkBudget work) {
    snapshot = policy;
    question = about;
    now = Micros.of(time);
    horizon = now;
    budget = work;
    conditionSteps = work.decisionSteps() / 2;
    slice = Math.min(SLICE, work.decisionSteps());
    stepsLeft = slice;
    rest = work.decisionSteps() - slice;
    errors = 0;
    grants = 0;
    conditions = 0;
    leftBeforeRelations = NO_RELATIONS;
    attributes.begin(request, about, time);
  }

  public void end() {
    if (budget != null) {
      budget.spend(slice - stepsLeft);
      budget.looked(grants, conditions, relationSteps());
      budget = null;
    }
    errors = 0;
    snapshot = null;
    trace = null;
    question = null;
    named.end();
    attributes.end();
  }

  /** Lets grants and memberships that begin until a later time deny, but not permit. */
  void lookAhead(Instant until) {
    horizon = Micros.of(until);
  }

  /** The steps from now on are taken in the relation model. */
  public void beginRelations() {
    leftBeforeRelations = stepsLeft + rest;
    named.begin();
  }

  BoundCondition named() {
    return named;
  }

  private int relationSteps() {
    return leftBeforeRelations == NO_RELATIONS ? 0 : leftBeforeRelations - stepsLeft - rest;
  }

  /** Counts a grant that could concern the question. */
  public void grant() {
    grants++;
    step();
  }

  public Attributes attributes() {
    return attributes;
  }

  public void listen(@Nullable Recorder listener) {
    trace = listener;
  }

  public @Nullable Recorder trace() {
    return trace;
  }

  public PolicySnapshot snapshot() {
    return Objects.requireNonNull(snapshot);
  }

  public long now() {
    return now;
  }

  /** The time by which denials must have begun, in {@link Micros}; {@link #now} or later. */
  long horizon() {
    return horizon;
  }

  /** The truth of a membership by its times alone; an error if it begins until the horizon. */
  int standing(Tuple membership) {
    if (membership.validAt(now)) {
      return Truth.TRUE;
    }
    return now < membership.from() && membership.from() <= horizon ? Truth.ERROR : Truth.FALSE;
  }

  public int errors() {
    return errors;
  }

  /** Counts a unit of work: a grant, a membership, a relation, a goal. */
  public void step() {
    if (--stepsLeft < 0) {
      refill();
    }
  }

  private void take(long steps) {
    stepsLeft -= (int) Math.min(steps, (long) stepsLeft + rest + 1);
    if (stepsLeft < 0) {
      refill();
    }
  }

  /** The slice is used up, and some steps of the next one. */
  private void refill() {
    int ahead = -stepsLeft;
    int used = slice;
    slice = 0;
    stepsLeft = 0;
    if (!Objects.requireNonNull(budget).spend(used) || rest < ahead) {
      throw StepLimit.REACHED;
    }
    slice = Math.min(rest, Math.max(SLICE, ahead));
    rest -= slice;
    stepsLeft = slice - ahead;
  }

  /** Returns true if the subject is a set and a condition reads attributes of each member. */
  private boolean isOfEachAlone(Condition condition) {
    return question != null
        && question.isAboutMany()
        && condition.reads().stream().anyMatch(read -> read.root() == Root.SUBJECT);
  }

  /**
   * The truth of a relation's condition: its own, or the one of the model that it names.
   *
   * @param rules that admit it; null for a membership, which names none
   */
  public int truth(Tuple tuple, @Nullable ModelName rules) {
    Condition condition = tuple.condition();
    return condition == null ? unconditional(tuple) : conditional(tuple, condition, rules);
  }

  /** The truth of a fact's condition; true when it has none. */
  public int truth(FactId fact, @Nullable Condition condition) {
    return condition == null ? unconditional(fact) : evaluate(fact, condition);
  }

  /** Most facts have no condition: this is kept small, for the JVM to inline it into each loop. */
  private int unconditional(FactId fact) {
    if (trace != null) {
      trace.held(fact);
    }
    return Truth.TRUE;
  }

  private int conditional(Tuple tuple, Condition condition, @Nullable ModelName rules) {
    if (rules != null && condition instanceof ConditionUse use) {
      NamedCondition declared = rules.condition(tuple);
      if (declared != null) {
        int truth = evaluate(tuple, named.bind(declared, use));
        if (truth == Truth.ERROR) {
          named.failed();
        }
        return truth;
      }
    }
    return evaluate(tuple, condition);
  }

  private int evaluate(FactId fact, Condition condition) {
    step();
    conditions++;
    int truth =
        isOfEachAlone(condition)
            ? Truth.ERROR
            : switch (condition.evaluate(attributes, meter)) {
              case TRUE -> Truth.TRUE;
              case FALSE -> Truth.FALSE;
              case ERROR -> Truth.ERROR;
            };
    if (truth == Truth.ERROR) {
      errors++;
    }
    if (trace != null && truth != Truth.TRUE) {
      trace.failed(fact, condition, truth, meter);
    } else if (trace != null) {
      trace.held(fact);
    }
    return truth;
  }
}
