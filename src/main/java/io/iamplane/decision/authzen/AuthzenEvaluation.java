package io.iamplane.decision.authzen;

import io.iamplane.decision.engine.question.DecisionRequest;
import java.util.List;

/** An AuthZEN question, if reasons are asked for, and the caller's supported obligations. */
record AuthzenEvaluation(DecisionRequest request, boolean explain, List<String> obligations) {}
