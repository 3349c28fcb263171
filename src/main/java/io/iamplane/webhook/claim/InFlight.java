package io.iamplane.webhook.claim;

import io.iamplane.shared.OrganizationId;
import io.iamplane.webhook.delivery.DeliveryId;
import io.iamplane.webhook.subscription.WebhookId;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Predicate;

/**
 * The deliveries that one worker holds under its token. A delivery is here from its claim until its
 * outcome is in the database or it was given back, and in one stage: claimed, under way, untried or
 * finished. Stages only advance: a finished delivery was under way, one under way was claimed, and
 * a lost one or one given up by {@link #close} never finishes.
 *
 * <p>Thread-safe: one thread claims, each request has its own thread, another one writes outcomes.
 */
public final class InFlight {

  private final UUID token;
  private final Map<DeliveryId, Place> places = new LinkedHashMap<>();
  private final Map<OrganizationId, Integer> ofOrganizations = new HashMap<>();
  private final Map<WebhookId, Integer> ofWebhooks = new HashMap<>();
  private boolean draining;

  /**
   * @param token identifies the worker's claims in the database
   */
  public InFlight(UUID token) {
    this.token = token;
  }

  private enum Stage {
    CLAIMED,
    UNDER_WAY,
    UNTRIED,
    FINISHED;

    /** Returns true if the request has still to be sent, or is under way. */
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
        throw new IllegalStateException("delivery " + claim.id() + " is already held");
      }
      ofOrganizations.merge(claim.organization(), 1, Integer::sum);
      ofWebhooks.merge(claim.webhook(), 1, Integer::sum);
    }
  }

  /** Starts the request of a claimed delivery; returns false if it must not be sent. */
  public synchronized boolean start(Claim claim) {
    return !draining && moves(claim, Stage.CLAIMED, Stage.UNDER_WAY);
  }

  /** Finishes a request; returns true if its outcome is still this worker's to write. */
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

  public synchronized List<Claim> untried() {
    return claims(stage -> stage == Stage.UNTRIED);
  }

  /** From now on no request begins. */
  public synchronized void drain() {
    draining = true;
  }

  /** Gives up all unfinished deliveries: no request begins, and none under way finishes. */
  public synchronized List<Claim> close() {
    draining = true;
    List<Claim> given = claims(stage -> stage != Stage.FINISHED);
    given.forEach(this::release);
    return given;
  }

  private List<Claim> claims(Predicate<Stage> stages) {
    return places.values().stream()
        .filter(place -> stages.test(place.stage()))
        .map(Place::claim)
        .toList();
  }

  synchronized boolean holds(DeliveryId id) {
    return places.containsKey(id);
  }

  synchronized int size() {
    return places.size();
  }

  /** Counts the deliveries of each organization with at least one. */
  synchronized Map<OrganizationId, Integer> ofOrganizations() {
    return Map.copyOf(ofOrganizations);
  }

  /** Counts a webhook's deliveries with a request to come or under way. */
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
