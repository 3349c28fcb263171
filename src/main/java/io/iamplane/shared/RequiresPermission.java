package io.iamplane.shared;

import jakarta.enterprise.util.Nonbinding;
import jakarta.interceptor.InterceptorBinding;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The permission that a caller needs for an operation, asked of the decision point before the body
 * is read. Every operation carries this or {@link Public}; a test refuses one with neither.
 *
 * <p>It binds the interceptor that makes a write idempotent, so that none can be left out of that.
 */
@InterceptorBinding
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE})
public @interface RequiresPermission {

  /** The permission's full key, such as {@code iam:organizations.read}. */
  @Nonbinding
  String value();

  /** True if only the platform organization's catalogue holds this operation. */
  @Nonbinding
  boolean platform() default false;
}
