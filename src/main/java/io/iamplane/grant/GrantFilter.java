package io.iamplane.grant;

import io.iamplane.shared.SubjectRef;
import org.jspecify.annotations.Nullable;

/**
 * A filter of grants by the subject's id, the key of a role or permission, exactly one resource,
 * and the status; null members match all.
 */
public record GrantFilter(
    @Nullable SubjectRef subject,
    @Nullable String privilegeKey,
    @Nullable SubjectRef resource,
    Grant.@Nullable Status status) {

  boolean isEmpty() {
    return subject == null && privilegeKey == null && resource == null;
  }
}
