package io.iamplane.decision.engine;

import io.iamplane.decision.engine.fact.GrantFact;
import io.iamplane.decision.engine.fact.GrantFact.Lifetime;
import io.iamplane.language.condition.Condition;
import io.iamplane.shared.Micros;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A grant, compiled. */
final class IndexedGrant extends FactId {

  private final int privilege;
  private final int application;
  private final int scopeType;
  private final @Nullable Ref scope;
  private final @Nullable Condition condition;
  private final long from;
  private final long until;
  private final long activated;
  private final boolean deny;
  private final boolean active;

  IndexedGrant(GrantFact fact, int privilege, int application, int scopeType, @Nullable Ref scope) {
    super(fact.id());
    this.privilege = privilege;
    this.application = application;
    this.scopeType = scopeType;
    this.scope = scope;
    this.condition = fact.condition();
    Lifetime lifetime = fact.lifetime();
    this.from = micros(lifetime.from(), Long.MIN_VALUE);
    this.until = micros(lifetime.until(), Long.MAX_VALUE);
    this.activated =
        lifetime.activationRequired()
            ? micros(lifetime.activatedAt(), Long.MAX_VALUE)
            : Long.MIN_VALUE;
    this.deny = fact.effect() == GrantFact.Effect.DENY;
    this.active = fact.status() == GrantFact.Status.ACTIVE;
  }

  private static long micros(@Nullable Instant instant, long absent) {
    return instant == null ? absent : Micros.of(instant);
  }

  /** The number of the role or permission. */
  public int privilege() {
    return privilege;
  }

  /** The symbol of the application that it is restricted to; {@link Symbols#NONE}: any. */
  public int application() {
    return application;
  }

  /** The symbol of the type of resource that it is restricted to; {@link Symbols#NONE}: any. */
  public int scopeType() {
    return scopeType;
  }

  /** The resource that it is restricted to; null: any of {@link #scopeType()}. */
  public @Nullable Ref scope() {
    return scope;
  }

  public @Nullable Condition condition() {
    return condition;
  }

  public boolean isDeny() {
    return deny;
  }

  /** Neither suspended nor revoked. */
  public boolean isActive() {
    return active;
  }

  /** The first moment, in {@link Micros}. */
  public long from() {
    return from;
  }

  /** The first moment at which it no longer counts, in {@link Micros}. */
  public long until() {
    return until;
  }

  /** Whether it counts only once its subject has activated it. */
  public boolean needsActivation() {
    return activated != Long.MIN_VALUE;
  }

  /** All times in {@link Micros}. */
  public boolean hasBegun(long now) {
    return from <= now;
  }

  public boolean hasEnded(long now) {
    return until <= now;
  }

  /** Needs no activation, or has it. */
  public boolean isActivated(long now) {
    return activated == Long.MIN_VALUE || activated <= now;
  }

  /** Whether it is a permit that is active, has begun, has not ended, and is activated. */
  boolean permitsAt(long now) {
    return !deny && active && hasBegun(now) && !hasEnded(now) && isActivated(now);
  }

  @Override
  String kind() {
    return "grant";
  }
}
