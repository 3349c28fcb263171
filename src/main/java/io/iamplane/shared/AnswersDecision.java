package io.iamplane.shared;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * An operation whose answer is a decision. It changes nothing, so it takes no {@code
 * Idempotency-Key}. When the decision point cannot tell whether the caller may ask, the operation
 * is entered all the same and answers a denial with its reason: an outage shows as denials, not as
 * errors.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface AnswersDecision {}
