package io.iamplane.decision.authzen;

import io.iamplane.decision.engine.question.DecisionRequest;
import java.util.List;

/** An AuthZEN question with its wish for reasons, and the obligations that the caller supports. */
record AuthzenEvaluation(DecisionRequest request, boolean explain, List<String> obligations) {}
