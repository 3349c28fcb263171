package io.iamplane.decision.wire;

import io.iamplane.decision.engine.question.DecisionRequest.Party;
import io.iamplane.shared.Aal;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A question as it is asked, before it is known whose policy answers it.
 *
 * @param permission null when a relation is asked
 * @param relation null when a permission is asked
 * @param resource null when none is named; its type is empty when only its id is given, and then
 *     that of the permission
 */
record Check(
    Party subject,
    @Nullable String permission,
    @Nullable String relation,
    @Nullable Party resource,
    @Nullable String application,
    Map<String, Object> context,
    Aal currentAal) {}
