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
  private final @Nullable Activation activation;
  private final boolean deny;
  private final boolean active;

  /** The period of a grant's activation, in {@link Micros}; few grants have one. */
  private record Activation(long from, long until) {}

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
    this.activation =
        lifetime.activationRequired()
            ? new Activation(
                micros(lifetime.activatedAt(), Long.MAX_VALUE),
                micros(lifetime.activatedUntil(), Long.MAX_VALUE))
            : null;
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

  public boolean needsActivation() {
    return activation != null;
  }

  /** All times in {@link Micros}. */
  public boolean hasBegun(long now) {
    return from <= now;
  }

  public boolean hasEnded(long now) {
    return until <= now;
  }

  /** Needs no activation, or has one that has not ended. */
  public boolean isActivated(long now) {
    return activation == null || (activation.from <= now && now < activation.until);
  }

  boolean permitsAt(long now) {
    return !deny && active && hasBegun(now) && !hasEnded(now) && isActivated(now);
  }

  @Override
  String kind() {
    return "grant";
  }
}
