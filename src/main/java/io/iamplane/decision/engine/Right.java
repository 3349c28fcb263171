package io.iamplane.decision.engine;

import io.iamplane.shared.SubjectRef;

/**
 * A privileged right that is held, given or denied, without its conditions.
 *
 * @param key a permission, or a role as {@link Powers#role} names it
 * @param resource one resource with its descendants ({@code site:1}), every resource of a type
 *     ({@code site:*}), or {@link #ANY}
 * @param until the first moment at which it no longer counts, in microseconds since 1970
 */
public record Right(String key, SubjectRef resource, long until) {

  /** No particular resource: a right on these is a right everywhere. */
  public static final SubjectRef ANY = new SubjectRef("*", "*");

  /** The end of a right that lasts. */
  public static final long ALWAYS = Long.MAX_VALUE;

  public static Right of(String key) {
    return new Right(key, ANY, ALWAYS);
  }

  public boolean isLimited() {
    return !resource.equals(ANY);
  }

  public Right on(SubjectRef other) {
    return new Right(key, other, until);
  }

  /** The same, ending at the latest at a moment. */
  public Right endingBy(long end) {
    return new Right(key, resource, Math.min(until, end));
  }
}
