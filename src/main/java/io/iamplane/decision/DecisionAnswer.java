package io.iamplane.decision;

import io.iamplane.decision.engine.question.Decision;
import java.util.UUID;

/**
 * A decision with the name under which it can be found again.
 *
 * @param id UUID version 7
 */
public record DecisionAnswer(UUID id, Decision decision) {}
