package io.iamplane.grant;

import io.iamplane.audit.chain.PersonalData;
import io.iamplane.shared.SubjectRef;
import io.iamplane.shared.WireName;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A subject has, or is denied, a role or a permission.
 *
 * @param subject by id; {@code user:*} is everyone of the type
 * @param privilegeKey a role's key, or a permission's full key
 * @param application restricts the privilege to permissions of this application; null: all
 * @param resource restricts it to {@code type:id} and what is below, or {@code type:*}; null: any
 * @param condition a permit needs it true; a deny applies when it is true or cannot be evaluated
 * @param validFrom the first moment at which it counts; null: since ever
 * @param validUntil the first moment at which it no longer counts; null: without end
 * @param activationRequired dormant until {@code activatedAt}
 * @param activatedUntil the first moment at which it is dormant again; null: it stays awake
 * @param source what made it: {@code manual}, {@code seed}, {@code manifest}, …
 * @param revision rises with every change of the grant
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

  /** The source of what an application's manifest brings with it. */
  public static final String FROM_MANIFEST = "manifest";

  /** The two kinds of privileges. */
  public enum PrivilegeType implements WireName {
    ROLE,
    PERMISSION
  }

  /** What a grant does; a deny wins over every permit. */
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

  /** The same in another status. A suspension ends an activation: what comes back is dormant. */
  public Grant with(Status newStatus) {
    boolean asleep = newStatus == Status.SUSPENDED;
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
        asleep ? null : activatedAt,
        asleep ? null : activatedUntil,
        newStatus,
        source,
        justification,
        revision + 1,
        createdAt);
  }

  /** Whether it has begun and has not ended. */
  public boolean isWithinItsTimes(Instant at) {
    return (validFrom == null || !at.isBefore(validFrom))
        && (validUntil == null || at.isBefore(validUntil));
  }

  /** Whether an activation is in force. */
  public boolean isAwake(Instant at) {
    return activatedAt != null
        && !at.isBefore(activatedAt)
        && (activatedUntil == null || at.isBefore(activatedUntil));
  }

  /** The same awake from one moment until another. */
  public Grant activated(@Nullable Instant at, @Nullable Instant until) {
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
        status,
        source,
        justification,
        revision + 1,
        createdAt);
  }
}
