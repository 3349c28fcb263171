package io.iamplane.decision.matrix;

import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A grant, with the members of {@code POST grants} and its state.
 *
 * @param id its label in this file, used in expectations. The file's order of grants is the order
 *     of their creation, and of their ids.
 * @param subject {@code user:ann}, {@code group:staff}, {@code user:*} ...
 * @param privilegeType {@code role} by default, or {@code permission}
 * @param privilegeKey a full key, or the key of one of the tenant's own roles
 * @param effect {@code permit} by default, or {@code deny}
 * @param resource {@code type:id} or {@code type:*}
 * @param activated true if a grant that needs activation was activated, long ago
 * @param status {@code active} by default, {@code suspended} or {@code revoked}
 */
public record MatrixGrant(
    String id,
    String subject,
    String privilegeType,
    String privilegeKey,
    String effect,
    @Nullable String application,
    @Nullable String resource,
    @Nullable String condition,
    @Nullable Instant validFrom,
    @Nullable Instant validUntil,
    boolean activationRequired,
    boolean activated,
    String status) {

  public MatrixGrant {
    Objects.requireNonNull(id, "a grant has an id");
    Objects.requireNonNull(subject, "a grant has a subject");
    Objects.requireNonNull(privilegeKey, "a grant has a privilege_key");
    privilegeType = Given.oneOf("privilege_type", privilegeType, "role", "permission");
    effect = Given.oneOf("effect", effect, "permit", "deny");
    status = Given.oneOf("status", status, "active", "suspended", "revoked");
    if (activated && !activationRequired) {
      throw new IllegalArgumentException(id + " is activated but does not need to be");
    }
  }
}
