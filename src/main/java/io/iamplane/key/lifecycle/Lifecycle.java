package io.iamplane.key.lifecycle;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The rules of a purpose's keys. Each method takes the present keys and gives the steps, each by
 * the state of its key after it, in an order in which at no point two keys sign or two stand by.
 *
 * @param rotationInterval the time for which a key signs
 * @param overlap the time for which it verifies afterwards: at least the longest validity of its
 *     tokens
 */
public record Lifecycle(Duration rotationInterval, Duration overlap) {

  /** The time for which verifiers may cache the JWKS. */
  public static final Duration JWKS_MAX_AGE = Duration.ofSeconds(300);

  /** The time between publication and use: 60 s more than caching, for clocks and replicas. */
  public static final Duration PUBLICATION = JWKS_MAX_AGE.plusSeconds(60);

  /**
   * Makes the first key, which signs at once, since no verifier can hold a JWKS without it, and its
   * standby. No step when a key signs.
   */
  public List<KeyState> first(List<KeyState> keys, KeyMoment moment) {
    Steps steps = new Steps(keys, moment);
    if (steps.active().isEmpty()) {
      steps.replace();
      steps.standBy();
    }
    return steps.all();
  }

  /** Returns the steps that are due by the clock; none if there never was a key. */
  public List<KeyState> due(List<KeyState> keys, KeyMoment moment) {
    if (keys.isEmpty()) {
      return List.of();
    }
    boolean isOld =
        in(keys, KeyStatus.ACTIVE)
            .map(this::rotatesFrom)
            .filter(at -> reached(at, moment))
            .isPresent();
    return advance(keys, moment, isOld);
  }

  /**
   * Hands over to the standby, if that is known to every verifier by now. If not, because another
   * rotation or a revocation was less than {@link #PUBLICATION} ago, the active key stays: callers
   * at the same time make one rotation.
   */
  public List<KeyState> rotate(List<KeyState> keys, KeyMoment moment) {
    return advance(keys, moment, true);
  }

  /**
   * Takes a key out at once. If it signs, the standby takes its place, however short it has been
   * published. No step for one that was revoked before.
   */
  public List<KeyState> revoke(List<KeyState> keys, String kid, KeyMoment moment) {
    Steps steps = new Steps(keys, moment);
    if (steps.revoke(kid)) {
      if (steps.active().isEmpty()) {
        steps.replace();
      }
      steps.standBy();
    }
    return steps.all();
  }

  private List<KeyState> advance(List<KeyState> keys, KeyMoment moment, boolean rotating) {
    Steps steps = new Steps(keys, moment);
    keys.stream()
        .filter(key -> retiresAt(key).filter(at -> reached(at, moment)).isPresent())
        .forEach(steps::retire);
    if (steps.active().isEmpty()) {
      steps.replace();
    } else if (rotating && isReady(keys, moment)) {
      steps.supersede();
      steps.replace();
    }
    steps.standBy();
    return steps.all();
  }

  private static boolean isReady(List<KeyState> keys, KeyMoment moment) {
    return in(keys, KeyStatus.PENDING)
        .filter(key -> reached(signsFrom(key), moment))
        .filter(key -> moment.trusted().test(key.kid()))
        .isPresent();
  }

  /** Returns the time from which every verifier knows a key. */
  public static Instant signsFrom(KeyState key) {
    return key.publishedAt().plus(PUBLICATION);
  }

  /** Returns the time at which the schedule replaces the signing key. */
  public Instant rotatesFrom(KeyState active) {
    return active.activatedAt() == null
        ? active.publishedAt()
        : active.activatedAt().plus(rotationInterval);
  }

  /** Returns the time of retirement of a key that only verifies; empty for others. */
  public Optional<Instant> retiresAt(KeyState key) {
    return key.status() == KeyStatus.OVERLAP && key.supersededAt() != null
        ? Optional.of(key.supersededAt().plus(overlap))
        : Optional.empty();
  }

  private static Optional<KeyState> in(Collection<KeyState> keys, KeyStatus status) {
    return keys.stream().filter(key -> key.status() == status).findFirst();
  }

  private static boolean reached(Instant at, KeyMoment moment) {
    return !moment.now().isBefore(at);
  }

  /** The steps that are being taken, and the keys after them. */
  private static final class Steps {

    private final Map<String, KeyState> keys = new LinkedHashMap<>();
    private final List<KeyState> steps = new ArrayList<>();
    private final KeyMoment moment;

    Steps(List<KeyState> keys, KeyMoment moment) {
      keys.forEach(key -> this.keys.put(key.kid(), key));
      this.moment = moment;
    }

    List<KeyState> all() {
      return List.copyOf(steps);
    }

    Optional<KeyState> active() {
      return in(keys.values(), KeyStatus.ACTIVE);
    }

    private Optional<KeyState> standby() {
      return in(keys.values(), KeyStatus.PENDING);
    }

    void retire(KeyState key) {
      take(key.ended(KeyStatus.RETIRED, now()));
    }

    void supersede() {
      active().ifPresent(key -> take(key.superseded(now())));
    }

    /** Has the standby sign, or a new key where none stands by. */
    void replace() {
      boolean isFirst = keys.isEmpty();
      if (standby().isEmpty()) {
        standBy();
      }
      standby()
          .ifPresent(key -> {
            boolean isKnown = reached(signsFrom(key), moment);
            take(key.activated(now(), !isFirst && !isKnown));
          });
    }

    /** Has a key stand by, unless one does or none can be made. */
    void standBy() {
      if (standby().isEmpty()) {
        moment.fresh().get().ifPresent(kid -> take(KeyState.published(kid, now())));
      }
    }

    /** Revokes a key; returns false if it is unknown or revoked already. */
    boolean revoke(String kid) {
      KeyState key = keys.get(kid);
      if (key == null || key.status() == KeyStatus.REVOKED) {
        return false;
      }
      take(key.ended(KeyStatus.REVOKED, now()));
      return true;
    }

    private void take(KeyState after) {
      keys.put(after.kid(), after);
      steps.add(after);
    }

    private Instant now() {
      return moment.now();
    }
  }
}
