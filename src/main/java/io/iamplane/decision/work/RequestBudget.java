package io.iamplane.decision.work;

import io.iamplane.decision.engine.PolicySnapshot;
import io.iamplane.decision.engine.WorkBudget;
import io.iamplane.decision.engine.fact.RelationFact;
import io.iamplane.decision.engine.question.Decision;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.Ticker;
import io.iamplane.shared.wire.MustWaitException;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The budget shared by the decisions of one request: steps, time, and nothing once the client has
 * disconnected. When it is spent, the rest of a batch is denied without an evaluation. For one
 * thread; to be closed.
 */
public final class RequestBudget implements WorkBudget, AutoCloseable {

  /** The steps between two checks of the time and of the connection. */
  private static final int STEPS_PER_LOOK = 2_048;

  /** Beyond these a request leaves the event loop, and begins again; some ten microseconds. */
  static final int LIGHT_STEPS = 2 * STEPS_PER_LOOK;

  /** Beyond these a request is expensive and needs a turn; some milliseconds. */
  static final int HEAVY_STEPS = 50_000;

  /** A turn that another tenant waits for ends after so long, and the request queues again. */
  static final long TURN_NANOS = 20_000_000;

  private final OrganizationId organization;
  private final Limits limits;
  private final Ticker ticker;
  private final HeavyWork heavy;
  private final BooleanSupplier abandoned;
  private final long deadline;
  private long spent;
  private long charged;
  private boolean overShare;
  private long nextLook = STEPS_PER_LOOK;
  private boolean inTurn;
  private long turnStart;
  private boolean over;
  private boolean mustWait;
  private @Nullable DecisionSpan traced;

  /** The last snapshot that contextual relations were laid over, and the result. */
  private @Nullable PolicySnapshot overSnapshot;

  private @Nullable List<RelationFact> overRelations;
  private @Nullable PolicySnapshot overlaid;

  /** The limits of a request: steps in one decision and in all, and the time from the start. */
  record Limits(int decisionSteps, long requestSteps, long nanos) {}

  RequestBudget(
      OrganizationId organization,
      Limits limits,
      Ticker ticker,
      HeavyWork heavy,
      BooleanSupplier abandoned) {
    this.organization = organization;
    this.limits = limits;
    this.ticker = ticker;
    this.heavy = heavy;
    this.abandoned = abandoned;
    this.deadline = ticker.nanos() + limits.nanos();
  }

  /** Sets the span that receives the costs from now on. */
  RequestBudget traced(@Nullable DecisionSpan span) {
    traced = span;
    return this;
  }

  /** Notes a decision of the request, for its span. */
  public void decided(Decision decision) {
    if (traced != null) {
      traced.decided(decision);
    }
  }

  /** The checks of a batch often share their relations, and the questions of a list always do. */
  @Override
  @SuppressWarnings("ReferenceEquality") // the very same, or they are made again
  public PolicySnapshot over(PolicySnapshot snapshot, List<RelationFact> relations) {
    PolicySnapshot made = overlaid;
    if (made == null || snapshot != overSnapshot || relations != overRelations) {
      made = WorkBudget.super.over(snapshot, relations);
      overlaid = made;
      overSnapshot = snapshot;
      overRelations = relations;
    }
    return made;
  }

  @Override
  public void looked(int grants, int conditions, int relationSteps) {
    if (traced != null) {
      traced.looked(grants, conditions, relationSteps);
    }
  }

  /** Waits for a turn when the tenant has taken more than its share. */
  RequestBudget begin() {
    overShare = heavy.isOverShare(organization);
    over = !hasTurn();
    return this;
  }

  /** Returns true if it is over because the present thread must not wait for a turn. */
  public boolean mustWait() {
    return mustWait;
  }

  /** Returns true if no further decision may be made. */
  public boolean isOver() {
    return over;
  }

  /** The steps that were taken so far. */
  public long spent() {
    return spent;
  }

  @Override
  public int decisionSteps() {
    return limits.decisionSteps();
  }

  @Override
  public boolean spend(int steps) {
    spent += steps;
    if (spent > limits.requestSteps()) {
      over = true;
    } else if (spent >= nextLook && !over) {
      nextLook = spent + STEPS_PER_LOOK;
      letOthersCompute();
      charge();
      over = isLate() || abandoned.getAsBoolean() || !hasTurn();
    }
    return !over;
  }

  /**
   * Checks the time and the client without waiting for a turn, for work that holds a connection.
   */
  public boolean goesOn() {
    over = over || isLate() || abandoned.getAsBoolean();
    return !over;
  }

  /** A virtual thread keeps its processor's place until it waits; others would stand still. */
  private static void letOthersCompute() {
    if (Thread.currentThread().isVirtual()) {
      Thread.yield();
    }
  }

  private boolean isLate() {
    return ticker.nanos() - deadline >= 0;
  }

  private boolean hasTurn() {
    boolean queues = !inTurn && (overShare || spent >= HEAVY_STEPS);
    boolean passes = inTurn && ticker.nanos() - turnStart >= TURN_NANOS && heavy.isAwaited();
    if ((queues || spent >= LIGHT_STEPS) && !MustWaitException.mayWait()) {
      mustWait = true;
      return false;
    }
    if (queues) {
      inTurn = heavy.enter(organization, () -> deadline - ticker.nanos());
    } else if (passes) {
      inTurn = heavy.pass(organization, () -> deadline - ticker.nanos());
    }
    if (queues || passes) {
      turnStart = ticker.nanos();
      return inTurn;
    }
    return true;
  }

  private void charge() {
    overShare = heavy.charge(organization, spent - charged);
    charged = spent;
  }

  @Override
  public void close() {
    if (traced != null) {
      endSpan(traced);
      traced = null;
    }
    over = true;
    charge();
    if (inTurn) {
      inTurn = false;
      heavy.leave(organization);
    }
  }

  private void endSpan(DecisionSpan span) {
    if (mustWait && !MustWaitException.mayWait()) {
      span.discard();
    } else {
      span.end();
    }
  }
}
