package io.iamplane.decision.log;

import io.iamplane.decision.engine.question.Decision;
import io.iamplane.decision.engine.question.DecisionRequest;
import java.time.Instant;
import java.util.UUID;

/** A decision that is to be recorded by an id of UUID version 7. */
record MadeDecision(
    UUID id, Instant at, Asking asking, DecisionRequest request, Decision decision) {}
