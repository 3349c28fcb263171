package io.iamplane.decision.authzen;

import io.iamplane.decision.engine.question.DecisionRequest;
import java.util.List;

/**
 * An evaluation of AuthZEN: the question, and what its answer is to have.
 *
 * @param explain whether the answer gives reasons
 * @param obligations those that the caller knows
 */
record AuthzenEvaluation(DecisionRequest request, boolean explain, List<String> obligations) {}
