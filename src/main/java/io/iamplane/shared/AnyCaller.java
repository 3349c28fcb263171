package io.iamplane.shared;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * An operation for every active caller with a valid token, regardless of permissions. The
 * exception, besides {@link Public}, to {@link RequiresPermission}.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface AnyCaller {

  /** The reason for the missing permission. */
  String value();

  /**
   * True if the scopes of a person's token do not matter: the operation says who the caller is, or
   * what the service offers.
   */
  boolean anyScope() default false;
}
