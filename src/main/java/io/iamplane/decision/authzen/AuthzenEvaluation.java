package io.iamplane.decision.authzen;

import io.iamplane.decision.engine.question.DecisionRequest.Party;
import io.iamplane.shared.Aal;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An AuthZEN evaluation, read.
 *
 * @param application {@code context.application}; null: that of the token's client
 * @param explain {@code context.explain}: the answer has its reasons
 * @param obligations {@code context.supported_obligations}: what the answer may ask for
 */
record AuthzenEvaluation(
    Party subject,
    String action,
    Map<String, Object> actionProperties,
    Party resource,
    Map<String, Object> context,
    @Nullable String application,
    Aal currentAal,
    boolean explain,
    List<String> obligations) {}
