package io.iamplane.grant;

import io.iamplane.grant.Grant.Effect;
import io.iamplane.grant.Grant.PrivilegeType;
import io.iamplane.shared.IamException;
import io.iamplane.shared.SubjectRef;
import io.iamplane.shared.wire.Parameters;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A grant to create, with the subject by id or external id; see {@link Grant} for the rest. */
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

  private static final Duration LEAST = Duration.ofMinutes(1);

  /**
   * Reads the duration for which a right is requested, in ISO 8601.
   *
   * @param most also the default
   * @throws IamException VALIDATION if it is not a duration, more than {@code most}, or less than a
   *     minute, which would be over before its use
   */
  public static Duration duration(@Nullable String text, Duration most) {
    if (text == null) {
      return most;
    }
    Duration duration = Parameters.duration("duration", text, most);
    if (duration.compareTo(LEAST) < 0) {
      throw IamException.validation("duration", "must be from " + LEAST + " to " + most);
    }
    return duration;
  }

  /** Begins without any limit. */
  public static Builder of(SubjectRef subject, PrivilegeType type, String key) {
    return new Builder(subject, type, key);
  }

  public static Builder role(SubjectRef subject, String key) {
    return of(subject, PrivilegeType.ROLE, key);
  }

  public static Builder permission(SubjectRef subject, String key) {
    return of(subject, PrivilegeType.PERMISSION, key);
  }

  public static final class Builder {

    private final SubjectRef subject;
    private final PrivilegeType type;
    private final String key;
    private Effect effect = Effect.PERMIT;
    private @Nullable String application;
    private @Nullable SubjectRef resource;
    private @Nullable String condition;
    private @Nullable Instant validFrom;
    private @Nullable Instant validUntil;
    private boolean activationRequired;
    private String source = "manual";
    private @Nullable String justification;

    private Builder(SubjectRef subject, PrivilegeType type, String key) {
      this.subject = subject;
      this.type = type;
      this.key = key;
    }

    /** Takes the privilege away instead of giving it. */
    public Builder denying() {
      this.effect = Effect.DENY;
      return this;
    }

    public Builder within(@Nullable String onlyApplication) {
      this.application = onlyApplication;
      return this;
    }

    /** Sets the resource, including resources below it; {@code type:*} for all of a type. */
    public Builder on(@Nullable SubjectRef scope) {
      this.resource = scope;
      return this;
    }

    public Builder when(@Nullable String text) {
      this.condition = text;
      return this;
    }

    public Builder between(@Nullable Instant from, @Nullable Instant until) {
      this.validFrom = from;
      this.validUntil = until;
      return this;
    }

    public Builder dormant(boolean untilActivated) {
      this.activationRequired = untilActivated;
      return this;
    }

    /** Sets the source; {@code manual} by default. */
    public Builder from(String maker) {
      this.source = maker;
      return this;
    }

    public Builder because(@Nullable String reason) {
      this.justification = reason;
      return this;
    }

    public NewGrant build() {
      return new NewGrant(
          subject,
          type,
          key,
          effect,
          application,
          resource,
          condition,
          validFrom,
          validUntil,
          activationRequired,
          source,
          justification);
    }
  }
}
