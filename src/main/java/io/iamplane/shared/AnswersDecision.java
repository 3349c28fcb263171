package io.iamplane.shared;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * An operation with a decision as answer. It changes nothing, so it takes no {@code
 * Idempotency-Key}. If the decision point cannot authorize the caller, the operation runs all the
 * same and answers a denial with its reason: an outage shows as denials, not as errors.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface AnswersDecision {}
