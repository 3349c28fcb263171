package io.iamplane.decision.engine.fact;

import io.iamplane.language.condition.Condition;
import io.iamplane.shared.SubjectRef;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A grant: a subject has, or is denied, a privilege.
 *
 * @param id unique among grants
 * @param subject a subject, a group, or everyone of a type ({@code user:*})
 * @param application restricts the privilege to permissions of this application; null: all
 * @param scope restricts it to one resource and everything below it along the model's {@code
 *     parent} relation, or to every resource of a type ({@code doc:*}); null: any resource, and
 *     requests that name none
 * @param condition a permit needs it true; a deny applies when it is true or cannot be evaluated
 */
public record GrantFact(
    String id,
    SubjectRef subject,
    Privilege privilege,
    Effect effect,
    @Nullable String application,
    @Nullable SubjectRef scope,
    @Nullable Condition condition,
    Lifetime lifetime,
    Status status)
    implements Fact {

  public enum Effect {
    PERMIT,
    DENY
  }

  /** The status of a grant. */
  public enum Status {
    ACTIVE,
    SUSPENDED,
    REVOKED
  }

  /** A role's key, or a permission's full key. */
  public record Privilege(Kind kind, String key) {

    public enum Kind {
      ROLE,
      PERMISSION
    }

    public static Privilege role(String key) {
      return new Privilege(Kind.ROLE, key);
    }

    public static Privilege permission(String key) {
      return new Privilege(Kind.PERMISSION, key);
    }
  }

  /**
   * The period of a grant, to the microsecond.
   *
   * @param from the first moment; null: since ever
   * @param until the first moment at which it no longer counts; null: without end
   * @param activationRequired dormant except from {@code activatedAt} to {@code activatedUntil}
   */
  public record Lifetime(
      @Nullable Instant from,
      @Nullable Instant until,
      boolean activationRequired,
      @Nullable Instant activatedAt,
      @Nullable Instant activatedUntil) {

    public static final Lifetime ALWAYS = new Lifetime(null, null, false, null, null);
  }
}
