package io.iamplane.webhook.claim;

import io.iamplane.shared.OrganizationId;
import io.iamplane.webhook.delivery.DeliveryId;
import io.iamplane.webhook.subscription.WebhookId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * The deliveries that one worker holds under its token; what else knows of them asks here. A
 * delivery is here from its claim until its outcome is in the database or it was given back, and
 * stands in one place: claimed, its request under way, untried, or finished. It only goes on: what
 * is finished was under way, what is under way was claimed, and what was lost or given up with
 * {@link #close} never finishes.
 *
 * <p>Thread-safe: one thread claims, each request has its own, another one writes outcomes.
 */
public final class InFlight {

  private final UUID token;
  private final Map<DeliveryId, Place> places = new LinkedHashMap<>();
  private final Map<OrganizationId, Integer> ofOrganizations = new HashMap<>();
  private final Map<WebhookId, Integer> ofWebhooks = new HashMap<>();
  private boolean draining;

  /**
   * Of one worker.
   *
   * @param token by which its claims are known in the database
   */
  public InFlight(UUID token) {
    this.token = token;
  }

  private enum Stage {
    CLAIMED,
    UNDER_WAY,
    UNTRIED,
    FINISHED;

    /** Whether a request to the webhook may still come, or runs. */
    boolean open() {
      return this == CLAIMED || this == UNDER_WAY;
    }
  }

  private record Place(Claim claim, Stage stage) {}

  public UUID token() {
    return token;
  }

  /** Takes deliveries that the worker leased and did not hold. */
  synchronized void claim(Collection<Claim> claims) {
    for (Claim claim : claims) {
      if (places.putIfAbsent(claim.id(), new Place(claim, Stage.CLAIMED)) != null) {
        throw new IllegalStateException("delivery " + claim.id() + " is held already");
      }
      ofOrganizations.merge(claim.organization(), 1, Integer::sum);
      ofWebhooks.merge(claim.webhook(), 1, Integer::sum);
    }
  }

  /** Whether the request of a claimed delivery may begin now; it then does. */
  public synchronized boolean start(Claim claim) {
    return !draining && moves(claim, Stage.CLAIMED, Stage.UNDER_WAY);
  }

  /** Whether a request that ended was this worker's still; its outcome is then to be written. */
  public synchronized boolean finish(Claim claim) {
    return moves(claim, Stage.UNDER_WAY, Stage.FINISHED);
  }

  /** A delivery that was not tried is to be given back, unless it was given up meanwhile. */
  public synchronized void lose(Claim claim) {
    if (!moves(claim, Stage.CLAIMED, Stage.UNTRIED)) {
      moves(claim, Stage.UNDER_WAY, Stage.UNTRIED);
    }
  }

  /** Its outcome is in the database, or it was given back, or its lease shall end. */
  public synchronized void release(Claim claim) {
    Place place = places.remove(claim.id());
    if (place != null) {
      ofOrganizations.computeIfPresent(claim.organization(), (_, n) -> n == 1 ? null : n - 1);
      closes(place);
    }
  }

  /** What is to be given back. */
  public synchronized List<Claim> untried() {
    List<Claim> untried = new ArrayList<>();
    for (Place place : places.values()) {
      if (place.stage() == Stage.UNTRIED) {
        untried.add(place.claim());
      }
    }
    return untried;
  }

  /** From now on no request begins. */
  public synchronized void drain() {
    draining = true;
  }

  /**
   * Gives up everything that is not finished: no request begins, and none that runs finishes.
   *
   * @return what was given up
   */
  public synchronized List<Claim> close() {
    draining = true;
    List<Claim> given = new ArrayList<>();
    for (Place place : places.values()) {
      if (place.stage() != Stage.FINISHED) {
        given.add(place.claim());
      }
    }
    given.forEach(this::release);
    return given;
  }

  synchronized boolean holds(DeliveryId id) {
    return places.containsKey(id);
  }

  /** How many there are altogether. */
  synchronized int size() {
    return places.size();
  }

  /** How many each organization has that has any. */
  synchronized Map<OrganizationId, Integer> ofOrganizations() {
    return Map.copyOf(ofOrganizations);
  }

  /** How many of a webhook wait for their request or have it under way. */
  synchronized int open(WebhookId webhook) {
    return ofWebhooks.getOrDefault(webhook, 0);
  }

  private boolean moves(Claim claim, Stage from, Stage to) {
    Place place = places.get(claim.id());
    if (place == null || place.stage() != from) {
      return false;
    }
    places.put(claim.id(), new Place(place.claim(), to));
    if (!to.open()) {
      closes(place);
    }
    return true;
  }

  private void closes(Place place) {
    if (place.stage().open()) {
      ofWebhooks.computeIfPresent(place.claim().webhook(), (_, n) -> n == 1 ? null : n - 1);
    }
  }
}
