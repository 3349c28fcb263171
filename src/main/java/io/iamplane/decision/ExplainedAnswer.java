package io.iamplane.decision;

import io.iamplane.decision.engine.question.Explanation;
import org.jspecify.annotations.Nullable;

/** A decision and how it came about; without an explanation when there was no policy for it. */
public record ExplainedAnswer(DecisionAnswer answer, @Nullable Explanation explanation) {}
