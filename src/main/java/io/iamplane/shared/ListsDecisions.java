package io.iamplane.shared;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * An operation that lists allowed decisions. It changes nothing, so it takes no {@code
 * Idempotency-Key}. Unlike {@link AnswersDecision} it has no denial to answer: an outage is an
 * error, because an empty list would mean that nothing is allowed.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface ListsDecisions {}
