package io.iamplane.decision.engine;

import io.iamplane.decision.engine.fact.RelationFact;
import io.iamplane.decision.engine.question.Decision;
import io.iamplane.decision.engine.question.DecisionRequest;
import io.iamplane.decision.engine.question.DecisionRequest.Party;
import io.iamplane.decision.engine.question.Explanation;
import io.iamplane.decision.engine.question.Match;
import io.iamplane.decision.engine.question.ReasonCode;
import io.iamplane.shared.Aal;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Decides. Safe for use by any number of threads; holds nothing of a tenant between two calls.
 *
 * <p>A defect (an exception of the engine or of a condition) is a denial, {@link
 * ReasonCode#INTERNAL_ERROR}, and goes to the listener given.
 */
public final class PolicyEngine {

  private final WorkBudget alone;
  private final Consumer<Throwable> defects;
  private final WorkspacePool pool = new WorkspacePool();

  /**
   * Makes an engine.
   *
   * @param maxSteps how many grants, memberships, relations and goals one decision may look at, and
   *     steps its conditions may take, before it is {@link ReasonCode#DEADLINE_EXCEEDED}
   * @param defects receives every exception that became a denial; must not throw
   */
  public PolicyEngine(int maxSteps, Consumer<Throwable> defects) {
    this.alone = WorkBudget.perDecision(maxSteps);
    this.defects = defects;
  }

  /** Decides a request by a snapshot at a time, to the microsecond. */
  public Decision decide(PolicySnapshot snapshot, DecisionRequest request, Instant now) {
    return decide(snapshot, request, now, alone);
  }

  /** Decides one of the requests that share a budget. */
  public Decision decide(
      PolicySnapshot snapshot, DecisionRequest request, Instant now, WorkBudget budget) {
    return decide(snapshot, request, now, now, budget);
  }

  /**
   * Decides likewise, but lets denials, and memberships of groups that deny, count as begun if they
   * begin until a later time.
   */
  public Decision decide(
      PolicySnapshot snapshot,
      DecisionRequest request,
      Instant now,
      Instant until,
      WorkBudget budget) {
    Workspace workspace = pool.take();
    try {
      return decide(workspace, seen(snapshot, request, budget), request, now, until, budget);
    } catch (StepLimit e) {
      return failed(e.reason(), workspace, snapshot);
    } catch (RuntimeException | StackOverflowError e) {
      defects.accept(e);
      return failed(ReasonCode.INTERNAL_ERROR, workspace, snapshot);
    } finally {
      pool.giveBack(workspace);
    }
  }

  /** Decides, and explains the decision. Costs many times a decision. */
  public Explanation explain(PolicySnapshot snapshot, DecisionRequest request, Instant now) {
    return explain(snapshot, request, now, alone);
  }

  /** Decides within a budget, which the explanation then shares. */
  public Explanation explain(
      PolicySnapshot snapshot, DecisionRequest request, Instant now, WorkBudget budget) {
    Decision decision = decide(snapshot, request, now, budget);
    return new Explainer(
            seenOrStored(snapshot, request, budget), request, decision, budget, defects)
        .explain(now);
  }

  static PolicySnapshot seen(PolicySnapshot snapshot, DecisionRequest request, WorkBudget budget) {
    List<RelationFact> own = request.relations();
    return own.isEmpty() ? snapshot : budget.over(snapshot, own);
  }

  /** If the budget does not cover the contextual relations, the explanation omits them. */
  private static PolicySnapshot seenOrStored(
      PolicySnapshot snapshot, DecisionRequest request, WorkBudget budget) {
    try {
      return seen(snapshot, request, budget);
    } catch (RuntimeException e) {
      return snapshot;
    }
  }

  private Decision decide(
      Workspace workspace,
      PolicySnapshot snapshot,
      DecisionRequest request,
      Instant now,
      Instant until,
      WorkBudget budget) {
    ReasonCode refused = workspace.begin(snapshot, request, now, budget, null);
    workspace.lookAhead(until);
    if (refused != null) {
      return failed(refused, workspace, snapshot);
    }
    workspace.findGroups();
    workspace.scanGrants();
    IndexedGrant deny = workspace.deny();
    if (deny != null) {
      return decided(ReasonCode.EXPLICIT_DENY, workspace, snapshot, byGrant(deny, snapshot));
    }
    IndexedGrant permit = workspace.permit();
    if (permit != null) {
      Supplier<Match> cause = byGrant(permit, snapshot);
      return allowed(ReasonCode.GRANTED_BY_GRANT, workspace, snapshot, request, cause);
    }
    int related = workspace.relationHolds();
    if (related == Truth.TRUE) {
      Party resource = Objects.requireNonNull(request.resource());
      String name = snapshot.symbols().name(workspace.question().relation());
      String type = resource.type();
      String id = resource.id();
      Supplier<Match> cause = () -> new Match("relation", type + "#" + name, type + ":" + id);
      return allowed(ReasonCode.GRANTED_BY_RELATION, workspace, snapshot, request, cause);
    }
    return failed(
        related == Truth.ERROR ? unknown(workspace) : ReasonCode.NO_MATCHING_GRANT,
        workspace,
        snapshot);
  }

  private static ReasonCode unknown(Workspace workspace) {
    if (workspace.relationsWereCut()) {
      return ReasonCode.DEPTH_EXCEEDED;
    }
    if (workspace.named().hasMissed()) {
      return ReasonCode.CONDITION_CONTEXT_MISSING;
    }
    if (workspace.named().wasMistyped()) {
      return ReasonCode.CONDITION_CONTEXT_INVALID;
    }
    return workspace.question().isAboutMany()
        ? ReasonCode.SUBJECT_IS_A_SET
        : ReasonCode.NO_MATCHING_GRANT;
  }

  /** Keeps no snapshot, since a decision may outlive it. */
  private static Supplier<Match> byGrant(IndexedGrant grant, PolicySnapshot snapshot) {
    Privileges privileges = snapshot.privileges();
    return () -> new Match("grant", privileges.privilege(grant.privilege()).key(), grant.id());
  }

  private static Decision allowed(
      ReasonCode reason,
      Workspace workspace,
      PolicySnapshot snapshot,
      DecisionRequest request,
      Supplier<Match> cause) {
    Aal required = workspace.question().requiredAal();
    boolean enough = required == null || request.currentAal().compareTo(required) >= 0;
    return decided(enough ? reason : ReasonCode.STEP_UP_REQUIRED, workspace, snapshot, cause);
  }

  private static Decision failed(ReasonCode reason, Workspace workspace, PolicySnapshot snapshot) {
    return decided(reason, workspace, snapshot, null);
  }

  private static Decision decided(
      ReasonCode reason,
      Workspace workspace,
      PolicySnapshot snapshot,
      @Nullable Supplier<Match> cause) {
    return new Decision(
        reason,
        snapshot.version(),
        workspace.question().requiredAal(),
        cause,
        workspace.conditionErrors());
  }

  /**
   * Workspaces at rest, so that deciding allocates next to nothing. Not a thread-local: virtual
   * threads would each make their own.
   */
  private static final class WorkspacePool {

    private static final int SLOTS = 64;

    private final AtomicReferenceArray<Workspace> resting = new AtomicReferenceArray<>(SLOTS);

    Workspace take() {
      Workspace workspace = resting.getAndSet(slot(), null);
      return workspace == null ? new Workspace() : workspace;
    }

    void giveBack(Workspace workspace) {
      workspace.end();
      if (!workspace.isLarge()) {
        resting.set(slot(), workspace);
      }
    }

    private static int slot() {
      return (int) Thread.currentThread().threadId() & (SLOTS - 1);
    }
  }
}
