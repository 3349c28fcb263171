package io.iamplane.grant;

import io.iamplane.chain.PersonalData;
import io.iamplane.shared.SubjectRef;
import io.iamplane.shared.WireName;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A subject has, or is denied, a role or a permission.
 *
 * @param subject by id; {@code user:*} is everyone of the type
 * @param privilegeKey a role's key, or a permission's full key
 * @param application restricts the privilege to permissions of this application; null: all
 * @param resource restricts it to {@code type:id} and the resources below it, or to {@code type:*};
 *     null: any
 * @param condition a permit needs it true; a deny applies if it is true or cannot be evaluated
 * @param validFrom the first moment at which it counts; null: no limit
 * @param validUntil the first moment at which it no longer counts; null: no limit
 * @param activationRequired dormant until {@code activatedAt}
 * @param activatedUntil the first moment at which it is dormant again; null: it stays active
 * @param source its origin: {@code manual}, {@code seed}, {@code manifest}, …
 */
@RegisterForReflection
public record Grant(
    GrantId id,
    SubjectRef subject,
    PrivilegeType privilegeType,
    String privilegeKey,
    Effect effect,
    @Nullable String application,
    @Nullable SubjectRef resource,
    @Nullable String condition,
    @Nullable Instant validFrom,
    @Nullable Instant validUntil,
    boolean activationRequired,
    @Nullable Instant activatedAt,
    @Nullable Instant activatedUntil,
    Status status,
    String source,
    @Nullable String justification,
    long revision,
    Instant createdAt)
    implements PersonalData {

  @Override
  public Set<String> personalMembers() {
    return Set.of("condition", "justification");
  }

  /** The source of grants that an application's manifest brings. */
  public static final String FROM_MANIFEST = "manifest";

  public enum PrivilegeType implements WireName {
    ROLE,
    PERMISSION
  }

  /** The effect of a grant; a deny overrides every permit. */
  public enum Effect implements WireName {
    PERMIT,
    DENY
  }

  /** Only active grants count. A revocation is permanent; the same may be granted again. */
  public enum Status implements WireName {
    ACTIVE,
    SUSPENDED,
    REVOKED
  }

  /**
   * Returns the application whose declared attributes the condition of a grant reads: the one that
   * restricts it, else that of its privilege; empty for a role of the tenant, whose conditions read
   * no declared attribute.
   */
  public static Optional<String> declaringApplication(
      @Nullable String application, String privilegeKey) {
    if (application != null) {
      return Optional.of(application);
    }
    int colon = privilegeKey.indexOf(':');
    return colon < 0 ? Optional.empty() : Optional.of(privilegeKey.substring(0, colon));
  }

  /** Returns the grant in another status. A suspension ends an activation. */
  public Grant with(Status newStatus) {
    return newStatus == Status.SUSPENDED
        ? copy(newStatus, null, null)
        : copy(newStatus, activatedAt, activatedUntil);
  }

  /** Returns true if it has begun and has not ended. */
  public boolean isWithinItsTimes(Instant at) {
    return (validFrom == null || !at.isBefore(validFrom))
        && (validUntil == null || at.isBefore(validUntil));
  }

  /** Returns true if an activation is in force. */
  public boolean isAwake(Instant at) {
    return activatedAt != null
        && !at.isBefore(activatedAt)
        && (activatedUntil == null || at.isBefore(activatedUntil));
  }

  public Grant activated(@Nullable Instant at, @Nullable Instant until) {
    return copy(status, at, until);
  }

  private Grant copy(Status newStatus, @Nullable Instant at, @Nullable Instant until) {
    return new Grant(
        id,
        subject,
        privilegeType,
        privilegeKey,
        effect,
        application,
        resource,
        condition,
        validFrom,
        validUntil,
        activationRequired,
        at,
        until,
        newStatus,
        source,
        justification,
        revision + 1,
        createdAt);
  }
}
