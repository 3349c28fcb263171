package io.iamplane.decision;

import io.iamplane.catalog.controlplane.ControlPlanePermission;
import io.iamplane.decision.engine.question.Decision;
import io.iamplane.decision.engine.question.DecisionRequest;
import io.iamplane.decision.log.Asking;
import io.iamplane.decision.snapshot.TenantPolicy;
import io.iamplane.key.VerifyingKeys;
import io.iamplane.shared.Authorizer;
import io.iamplane.shared.Caller;
import io.iamplane.shared.trace.Span;
import io.iamplane.shared.trace.SpanAttribute;
import io.iamplane.shared.trace.SpanName;
import io.iamplane.shared.trace.Tracer;
import io.iamplane.shared.wire.MustWaitException;
import jakarta.inject.Singleton;
import java.util.Locale;
import java.util.Set;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** The control plane asks its own decision point, by the policy of the caller's tenant. */
@Singleton
class PolicyAuthorizer implements Authorizer {

  private static final Set<String> UNRECORDED =
      Set.of(
          ControlPlanePermission.DECISIONS_CHECK.key(),
          ControlPlanePermission.DECISIONS_EXPLAIN.key());

  private final DecisionService decisions;
  private final VerifyingKeys keys;
  private final StepUp stepUp;
  private final Tracer tracer;

  PolicyAuthorizer(DecisionService decisions, VerifyingKeys keys, StepUp stepUp, Tracer tracer) {
    this.decisions = decisions;
    this.keys = keys;
    this.stepUp = stepUp;
    this.tracer = tracer;
  }

  @Override
  public Verdict authorize(Caller caller, String permission) {
    return judge(
        caller,
        permission,
        false,
        (request, decision) -> {
          // A token whose scope is too narrow is of no more use after a step-up.
          if (!caller.covers(permission) && verdict(decision) != Verdict.UNAVAILABLE) {
            return Verdict.OUT_OF_SCOPE;
          }
          Decision answer =
              decision.allowed() && stepUp.isDue(caller, permission)
                  ? decision.withStepUp(StepUp.LEAST)
                  : decision;
          return verdict(recorded(caller, permission, request, answer));
        });
  }

  @Override
  public boolean allowsUnrecorded(Caller caller, String permission) {
    return UNRECORDED.contains(permission)
        && caller.covers(permission)
        && judge(caller, permission, true, (_, decision) -> verdict(decision)) == Verdict.ALLOWED;
  }

  @Override
  public Verdict standing(Caller caller) {
    return judge(
        caller,
        ControlPlanePermission.DECISIONS_CHECK.key(),
        false,
        (_, decision) ->
            switch (decision.reason()) {
              case EXPLICIT_DENY, NO_MATCHING_GRANT -> Verdict.ALLOWED;
              default -> verdict(decision);
            });
  }

  /**
   * Decides under a span. If {@code again}, the caller asks again after any answer but {@code
   * ALLOWED}, and the span of such an attempt is discarded.
   */
  private Verdict judge(
      Caller caller,
      String permission,
      boolean again,
      BiFunction<DecisionRequest, Decision, Verdict> reading) {
    Span span = tracer.start(SpanName.AUTHORIZE);
    try {
      DecisionRequest request = Requester.ofControlPlane(caller, permission);
      Decision decision = decide(caller, request, span);
      Verdict verdict = decision == null ? Verdict.TOKEN_ENDED : reading.apply(request, decision);
      if (again && verdict != Verdict.ALLOWED) {
        span.discard();
      } else if (span.isRecording()) {
        tell(span, caller, permission, decision, verdict);
      }
      return verdict;
    } catch (MustWaitException e) {
      // It is asked again on a thread that may wait.
      span.discard();
      throw e;
    } finally {
      span.end();
    }
  }

  /** Null when the caller's token has ended. */
  private @Nullable Decision decide(Caller caller, DecisionRequest request, Span span) {
    PolicyView view = decisions.policy(caller.organization(), 0);
    if (view.policy() == null) {
      return view.denied();
    }
    if (mayBeRevokedUnseen(caller)) {
      return PolicyView.unavailable().denied();
    }
    return isEnded(view.policy(), caller)
        ? null
        : decisions.authorize(caller.organization(), view, request, span);
  }

  private static void tell(
      Span span, Caller caller, String permission, @Nullable Decision decision, Verdict verdict) {
    span.attribute(SpanAttribute.ORGANIZATION, caller.organization());
    if (caller.clientId() != null) {
      span.attribute(SpanAttribute.CLIENT, caller.clientId());
    }
    span.attribute(SpanAttribute.PERMISSION, permission);
    span.attribute(SpanAttribute.OUTCOME, verdict.name().toLowerCase(Locale.ROOT));
    if (decision != null) {
      span.attribute(SpanAttribute.REASON, decision.reason().wire());
      span.attribute(SpanAttribute.POLICY_VERSION, decision.policyVersion());
    }
  }

  /**
   * Records the decision on a caller's right. The right to ask for decisions is checked with every
   * question, so only denials of it are recorded.
   */
  private Decision recorded(
      Caller caller, String permission, DecisionRequest request, Decision decision) {
    return decision.allowed() && UNRECORDED.contains(permission)
        ? decision
        : decisions.record(
            new Asking(caller.organization(), Asking.Kind.GATE, caller), request, decision);
  }

  /** While the keys are not confirmed, the one that signed the caller's token may be revoked. */
  private boolean mayBeRevokedUnseen(Caller caller) {
    return caller.clientId() != null && !keys.isFresh();
  }

  private static boolean isEnded(TenantPolicy policy, Caller caller) {
    String client = caller.clientId();
    Caller.Token token = caller.token();
    return client != null && (token == null || policy.ended(client, caller.subject(), token));
  }

  private static Verdict verdict(Decision decision) {
    return switch (decision.reason()) {
      case GRANTED_BY_GRANT, GRANTED_BY_RELATION -> Verdict.ALLOWED;
      case STEP_UP_REQUIRED -> Verdict.STEP_UP_REQUIRED;
      case EXPLICIT_DENY,
          NO_MATCHING_GRANT,
          SUBJECT_INACTIVE,
          SUBJECT_UNKNOWN,
          SUBJECT_IS_A_SET,
          PERMISSION_UNKNOWN,
          APPLICATION_UNKNOWN,
          DEADLINE_EXCEEDED,
          DEPTH_EXCEEDED,
          CONDITION_CONTEXT_MISSING,
          CONDITION_CONTEXT_INVALID,
          RESOURCE_REQUIRED,
          RESOURCE_TYPE_MISMATCH,
          INTERNAL_ERROR ->
          Verdict.DENIED;
      case POLICY_VERSION_UNAVAILABLE, DEPENDENCY_UNAVAILABLE, DECISION_LOG_FULL ->
          Verdict.UNAVAILABLE;
    };
  }
}
