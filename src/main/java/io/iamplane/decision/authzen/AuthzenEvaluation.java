package io.iamplane.decision.authzen;

import io.iamplane.decision.engine.question.DecisionRequest;
import java.util.List;

/**
 * An evaluation of AuthZEN: the question, and the options of its answer.
 *
 * @param explain true if the answer gives reasons
 * @param obligations the obligations that the caller supports
 */
record AuthzenEvaluation(DecisionRequest request, boolean explain, List<String> obligations) {}
