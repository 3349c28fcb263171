package io.iamplane.decision;

import io.iamplane.decision.engine.question.Decision;
import io.iamplane.decision.engine.question.Explanation;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A decision and how it came about.
 *
 * @param explanation null when there was no policy to explain it by
 */
public record ExplainedAnswer(UUID id, Decision decision, @Nullable Explanation explanation) {}
