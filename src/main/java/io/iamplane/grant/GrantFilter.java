package io.iamplane.grant;

import io.iamplane.shared.SubjectRef;
import org.jspecify.annotations.Nullable;

/**
 * Which grants a list shows; what is null does not restrict it.
 *
 * @param subject whose grants, by id
 * @param privilegeKey of which role or permission
 * @param resource restricted to exactly this resource
 */
public record GrantFilter(
    @Nullable SubjectRef subject,
    @Nullable String privilegeKey,
    @Nullable SubjectRef resource,
    Grant.@Nullable Status status) {

  /** The direct grants of a subject. */
  public static GrantFilter of(SubjectRef subject) {
    return new GrantFilter(subject, null, null, null);
  }

  boolean isEmpty() {
    return subject == null && privilegeKey == null && resource == null;
  }
}
