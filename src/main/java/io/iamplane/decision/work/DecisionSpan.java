package io.iamplane.decision.work;

import io.iamplane.decision.engine.question.Decision;
import io.iamplane.shared.trace.Span;
import io.iamplane.shared.trace.SpanAttribute;
import io.iamplane.shared.trace.SpanName;
import io.iamplane.shared.trace.Tracer;
import org.jspecify.annotations.Nullable;

/**
 * The attributes of a span for the decisions under it: their number and costs, and the answer if
 * there is only one. Nothing is counted for a span that is not recorded.
 */
public final class DecisionSpan {

  private final Span span;
  private long grants;
  private long conditions;
  private long relationSteps;
  private int decisions;
  private int allowed;
  private @Nullable Decision last;

  private DecisionSpan(Span span) {
    this.span = span;
  }

  /** For decisions under a span; null where nothing becomes of it. */
  public static @Nullable DecisionSpan of(Span span) {
    return span.isRecording() ? new DecisionSpan(span) : null;
  }

  static @Nullable DecisionSpan begin(Tracer tracer) {
    Span span = tracer.start(SpanName.DECIDE);
    DecisionSpan begun = of(span);
    if (begun == null) {
      span.discard();
    }
    return begun;
  }

  void looked(int moreGrants, int moreConditions, int moreRelationSteps) {
    grants += moreGrants;
    conditions += moreConditions;
    relationSteps += moreRelationSteps;
  }

  void decided(Decision decision) {
    decisions++;
    if (decision.allowed()) {
      allowed++;
    }
    last = decision;
  }

  public void tellCosts() {
    span.attribute(SpanAttribute.CANDIDATES, grants);
    span.attribute(SpanAttribute.CONDITIONS, conditions);
    span.attribute(SpanAttribute.RELATION_STEPS, relationSteps);
  }

  private void tellDecisions() {
    span.attribute(SpanAttribute.DECISIONS, decisions);
    Decision only = last;
    if (only == null) {
      return;
    }
    span.attribute(SpanAttribute.POLICY_VERSION, only.policyVersion());
    if (decisions == 1) {
      span.attribute(SpanAttribute.OUTCOME, outcome(only));
      span.attribute(SpanAttribute.REASON, only.reason().wire());
    } else {
      span.attribute(SpanAttribute.ALLOWED, allowed);
    }
  }

  /** Sets all attributes and ends the span. */
  void end() {
    tellDecisions();
    tellCosts();
    span.end();
  }

  /** The same work begins again on a thread that may wait. */
  void discard() {
    span.discard();
  }

  private static String outcome(Decision decision) {
    if (decision.requiresStepUp()) {
      return "step_up";
    }
    return decision.allowed() ? "allowed" : "denied";
  }
}
