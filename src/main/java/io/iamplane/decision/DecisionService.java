package io.iamplane.decision;

import io.iamplane.decision.engine.PolicyEngine;
import io.iamplane.decision.engine.question.Decision;
import io.iamplane.decision.engine.question.DecisionRequest;
import io.iamplane.decision.engine.question.Explanation;
import io.iamplane.decision.engine.question.ReasonCode;
import io.iamplane.decision.log.Asking;
import io.iamplane.decision.log.DecisionLog;
import io.iamplane.decision.log.DecisionMeters;
import io.iamplane.decision.log.LogRoom;
import io.iamplane.decision.log.MadeDecision;
import io.iamplane.decision.snapshot.PolicySnapshots;
import io.iamplane.decision.snapshot.TenantPolicy;
import io.iamplane.decision.work.DecisionConfig;
import io.iamplane.decision.work.DecisionSpan;
import io.iamplane.decision.work.RequestBudget;
import io.iamplane.decision.work.RequestBudgets;
import io.iamplane.decision.work.RightsBudget;
import io.iamplane.shared.Caller;
import io.iamplane.shared.IamException;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.Ticker;
import io.iamplane.shared.UuidV7;
import io.iamplane.shared.trace.NullTracer;
import io.iamplane.shared.trace.Span;
import io.iamplane.shared.trace.SpanAttribute;
import io.iamplane.shared.trace.SpanName;
import io.iamplane.shared.trace.Tracer;
import io.iamplane.shared.wire.MustWaitException;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.UUID;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Decides for a tenant. Missing data and failures become denials with a reason code; methods throw
 * only the documented exceptions.
 */
@Singleton
public class DecisionService {

  private static final Logger LOG = Logger.getLogger(DecisionService.class);

  private final PolicySnapshots snapshots;
  private final PolicyEngine engine;
  private final RequestBudgets budgets;
  private final DecisionLog log;
  private final DecisionMeters meters;
  private final Clock clock;
  private final Ticker ticker;
  private final Tracer tracer;

  DecisionService(
      PolicySnapshots snapshots,
      DecisionConfig config,
      RequestBudgets budgets,
      DecisionLog log,
      DecisionMeters meters,
      Clock clock,
      Ticker ticker,
      Tracer tracer) {
    this.snapshots = snapshots;
    this.engine =
        new PolicyEngine(
            config.maxSteps(),
            defect -> LOG.error("internal error while deciding; denied", defect));
    this.budgets = budgets;
    this.log = log;
    this.meters = meters;
    this.clock = clock;
    this.ticker = ticker;
    this.tracer = tracer;
  }

  /**
   * Decides if the control plane does something, by a policy from {@link #policy}.
   *
   * @param organization the organization that the work is charged to
   * @throws MustWaitException when it takes long, on a thread that must not wait
   */
  public Decision authorize(OrganizationId organization, PolicyView view, DecisionRequest request) {
    return authorize(organization, view, request, NullTracer.INSTANCE.start(SpanName.AUTHORIZE));
  }

  /**
   * Decides likewise, but by all denials to come: a denial, or a membership of a group that denies,
   * counts as begun whenever it begins.
   */
  public Decision authorizeAhead(
      OrganizationId organization, PolicyView view, DecisionRequest request) {
    return authorize(
        organization,
        view,
        request,
        now(),
        Instant.MAX,
        NullTracer.INSTANCE.start(SpanName.AUTHORIZE));
  }

  /** The same as the first, with a span that receives the costs of the decision. */
  Decision authorize(
      OrganizationId organization, PolicyView view, DecisionRequest request, Span span) {
    Instant now = now();
    return authorize(organization, view, request, now, now, span);
  }

  private Decision authorize(
      OrganizationId organization,
      PolicyView view,
      DecisionRequest request,
      Instant now,
      Instant until,
      Span span) {
    TenantPolicy policy = view.policy();
    if (policy == null || !policy.isActive()) {
      return view.denied();
    }
    DecisionSpan seen = DecisionSpan.of(span);
    RightsBudget budget = budgets.rights(organization).traced(seen);
    budget.requireLight();
    Decision decision = engine.decide(policy.snapshot(), request, now, until, budget);
    budget.requireLight();
    if (seen != null) {
      seen.tellCosts();
    }
    return decision;
  }

  /**
   * Decides one of the requests that share a budget; denied {@code deadline_exceeded}, without a
   * look at it, once that is spent. Nothing is recorded yet, and no one may act on it before.
   *
   * @throws MustWaitException when it needs a turn, on a thread that must not wait for one
   */
  public MadeDecision consider(
      PolicyView view, Asking asking, DecisionRequest request, RequestBudget budget) {
    UUID id = UuidV7.next();
    Instant now = now();
    long began = ticker.nanos();
    Decision decision = judge(view, request, budget, now);
    budget.decided(decision);
    meters.took(ticker.nanos() - began);
    return new MadeDecision(id, now, asking, request, decision);
  }

  /**
   * Reserves room in the log for all decisions of a request before the first is made.
   *
   * @param requests completed, as they will be decided
   * @return to be closed once all is recorded
   * @throws MustWaitException as {@link DecisionLog#reserve}
   * @throws IamException as {@link DecisionLog#reserve}
   */
  public LogRoom reserve(PolicyView view, Asking asking, List<DecisionRequest> requests) {
    // To say that a dependency is away, no caller waits.
    return view.policy() == null ? LogRoom.none(asking) : log.reserve(asking, requests);
  }

  /** Turns a request away as {@link DecisionLog#requireNoQueue} does. */
  public void requireNoQueue(Caller caller) {
    log.requireNoQueue(caller.organization(), caller.counted());
  }

  /** A denial because the log has no room, without a look at the request. */
  public MadeDecision withoutRoom(PolicyView view, Asking asking, DecisionRequest request) {
    return new MadeDecision(
        UuidV7.next(),
        now(),
        asking,
        request,
        new Decision(ReasonCode.DECISION_LOG_FULL, view.denied().policyVersion(), null, null, 0));
  }

  /** Records a decision. Without room for the record, the answer is a denial instead. */
  public DecisionAnswer record(MadeDecision made) {
    return new DecisionAnswer(made.id(), log.record(made));
  }

  /** The decision that there would be, for a preview: neither recorded nor acted upon. */
  public Decision judge(PolicyView view, DecisionRequest request, RequestBudget budget) {
    return judge(view, request, budget, now());
  }

  /** The same at another time, to the microsecond. */
  public Decision judge(
      PolicyView view, DecisionRequest request, RequestBudget budget, Instant now) {
    TenantPolicy policy = view.policy();
    if (policy == null || !policy.isActive()) {
      return view.denied();
    }
    if (budget.isOver()) {
      return new Decision(ReasonCode.DEADLINE_EXCEEDED, policy.version(), null, null, 0);
    }
    Decision decision = engine.decide(policy.snapshot(), request, now, budget);
    if (budget.mustWait()) {
      MustWaitException.requireMayWait();
    }
    return decision;
  }

  public ExplainedAnswer explain(
      PolicyView view, Asking asking, DecisionRequest request, RequestBudget budget) {
    TenantPolicy policy = view.policy();
    UUID id = UuidV7.next();
    Instant now = now();
    Explanation explanation =
        policy == null || !policy.isActive()
            ? null
            : engine.explain(policy.snapshot(), request, now, budget);
    Decision decision = explanation == null ? view.denied() : explanation.decision();
    budget.decided(decision);
    DecisionAnswer answer = record(new MadeDecision(id, now, asking, request, decision));
    // What could not be recorded is not shown either.
    return new ExplainedAnswer(answer, answer.decision() == decision ? explanation : null);
  }

  /** Records a decision of the control plane about a caller. */
  Decision record(Asking asking, DecisionRequest request, Decision decision) {
    return log.record(new MadeDecision(UuidV7.next(), now(), asking, request, decision));
  }

  /**
   * The policy to decide by.
   *
   * @param atLeast the version that is demanded; 0: any
   * @throws MustWaitException when it must be loaded, on a thread that must not wait
   */
  public PolicyView policy(OrganizationId organization, long atLeast) {
    TenantPolicy policy = snapshots.loaded(organization, atLeast);
    if (policy == null) {
      policy = load(organization, atLeast);
    }
    if (!snapshots.isFresh()) {
      return PolicyView.unavailable();
    }
    return new PolicyView(policy, ReasonCode.POLICY_VERSION_UNAVAILABLE);
  }

  private @Nullable TenantPolicy load(OrganizationId organization, long atLeast) {
    MustWaitException.requireMayWait();
    try (Span span = tracer.start(SpanName.POLICY_LOAD)) {
      span.attribute(SpanAttribute.ORGANIZATION, organization);
      TenantPolicy policy = snapshots.await(organization, atLeast);
      if (policy == null) {
        span.attribute(SpanAttribute.OUTCOME, "unavailable");
      } else {
        span.attribute(SpanAttribute.OUTCOME, "loaded");
        span.attribute(SpanAttribute.POLICY_VERSION, policy.version());
      }
      return policy;
    }
  }

  /** The present time, to the microsecond. */
  Instant now() {
    return clock.instant().truncatedTo(ChronoUnit.MICROS);
  }
}
