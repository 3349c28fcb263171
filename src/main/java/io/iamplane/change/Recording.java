package io.iamplane.change;

import io.iamplane.shared.Caller;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.UuidV7;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/**
 * Proof that a write happens inside {@link Changes#record}: the tenant's version is locked, or will
 * be before anything is written or answered, and every recorded effect will be audited and
 * announced. Every writing method of a store asks for one; no class else can make it.
 */
public final class Recording {

  private final Caller caller;
  private final OrganizationId organization;
  private final long version;
  private final Instant at;
  private final List<Effect> effects = new ArrayList<>();
  private final List<UUID> events = new ArrayList<>();
  private final Set<TokenHolder> ended = new LinkedHashSet<>();

  Recording(Caller caller, OrganizationId organization, long version, Instant at) {
    this.caller = caller;
    this.organization = organization;
    this.version = version;
    this.at = at;
  }

  /**
   * Records one effect of the change, and returns the id of the event that announces it. A change
   * without effects leaves no trace.
   */
  public UUID add(Effect effect) {
    UUID event = UuidV7.next();
    effects.add(effect);
    events.add(event);
    return event;
  }

  /**
   * Ends the tokens of a holder that were issued before this change, on every replica, permanently.
   * The change must be one of policy, and tell something besides.
   */
  public void endTokens(TokenHolder holder) {
    ended.add(holder);
  }

  Set<TokenHolder> ended() {
    return Collections.unmodifiableSet(ended);
  }

  public Caller caller() {
    return caller;
  }

  /** The changed tenant, whose version is locked before anything is written or answered. */
  public OrganizationId organization() {
    return organization;
  }

  /** The version that the change starts from; 0 for a new tenant. */
  public long version() {
    return version;
  }

  /** The one time of the whole change, to the microsecond. */
  public Instant at() {
    return at;
  }

  /** The ids of the events, in the order of the effects. */
  List<UUID> events() {
    return Collections.unmodifiableList(events);
  }

  public List<Effect> effects() {
    return Collections.unmodifiableList(effects);
  }
}
