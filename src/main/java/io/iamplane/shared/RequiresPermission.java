package io.iamplane.shared;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The permission that a caller needs for an operation, asked of the decision point before the body
 * is read. Every operation carries this or {@link Public}; a test refuses one with neither.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface RequiresPermission {

  /** The permission's full key, such as {@code iam:organizations.read}. */
  String value();

  /** Whether only the platform organization's catalogue holds this operation. */
  boolean platform() default false;
}
