package io.iamplane.decision.log;

import io.iamplane.decision.engine.question.Decision;
import io.iamplane.decision.engine.question.DecisionRequest;
import java.time.Instant;
import java.util.UUID;

/**
 * A decision that is not recorded yet, and not to be shown before it is.
 *
 * @param id UUID version 7
 * @param at the time it was decided for, to the microsecond
 */
public record MadeDecision(
    UUID id, Instant at, Asking asking, DecisionRequest request, Decision decision) {}
