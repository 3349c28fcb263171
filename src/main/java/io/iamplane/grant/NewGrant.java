package io.iamplane.grant;

import io.iamplane.grant.Grant.Effect;
import io.iamplane.grant.Grant.PrivilegeType;
import io.iamplane.shared.SubjectRef;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A grant to be made; see {@link Grant} for what the values mean.
 *
 * @param subject by id or external id
 */
public record NewGrant(
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
    String source,
    @Nullable String justification) {

  /** A role without any limit. */
  public static NewGrant role(SubjectRef subject, String key) {
    return of(subject, PrivilegeType.ROLE, key);
  }

  /** A permission without any limit. */
  public static NewGrant permission(SubjectRef subject, String key) {
    return of(subject, PrivilegeType.PERMISSION, key);
  }

  private static NewGrant of(SubjectRef subject, PrivilegeType type, String key) {
    return new NewGrant(
        subject, type, key, Effect.PERMIT, null, null, null, null, null, false, "manual", null);
  }

  /** The same, made by something else than people. */
  public NewGrant from(String newSource) {
    return new NewGrant(
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
        newSource,
        justification);
  }

  /** The same on one resource, {@code type:*} for all of a type. */
  public NewGrant on(SubjectRef scope) {
    return new NewGrant(
        subject,
        privilegeType,
        privilegeKey,
        effect,
        application,
        scope,
        condition,
        validFrom,
        validUntil,
        activationRequired,
        source,
        justification);
  }

  /** The same under a condition. */
  public NewGrant when(String text) {
    return new NewGrant(
        subject,
        privilegeType,
        privilegeKey,
        effect,
        application,
        resource,
        text,
        validFrom,
        validUntil,
        activationRequired,
        source,
        justification);
  }
}
