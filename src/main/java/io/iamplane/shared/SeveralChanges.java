package io.iamplane.shared;

import jakarta.interceptor.InterceptorBinding;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * An operation that makes several changes, each in a transaction of its own, or works for longer
 * than a transaction may before it makes one. Repeated after a failure, it goes on where it ended.
 * The answer for its {@code Idempotency-Key} is kept after its last change.
 */
@InterceptorBinding
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface SeveralChanges {}
