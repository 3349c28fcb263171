/** Retry schedule and circuit breaker. Pure. */
@NullMarked
package io.iamplane.webhook.retry;

import org.jspecify.annotations.NullMarked;
