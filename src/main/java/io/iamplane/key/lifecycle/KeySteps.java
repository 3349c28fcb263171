package io.iamplane.key.lifecycle;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The steps that are being taken, and the keys after them. */
final class KeySteps {

  private final Map<String, KeyState> keys = new LinkedHashMap<>();
  private final List<KeyStep> steps = new ArrayList<>();
  private final KeyMoment moment;

  KeySteps(List<KeyState> keys, KeyMoment moment) {
    keys.forEach(key -> this.keys.put(key.kid(), key));
    this.moment = moment;
  }

  List<KeyStep> all() {
    return List.copyOf(steps);
  }

  Optional<KeyState> active() {
    return Lifecycle.active(List.copyOf(keys.values()));
  }

  private Optional<KeyState> standby() {
    return Lifecycle.standby(List.copyOf(keys.values()));
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
          boolean isKnown = !now().isBefore(Lifecycle.signsFrom(key));
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
    steps.add(new KeyStep(keys.put(after.kid(), after), after));
  }

  private Instant now() {
    return moment.now();
  }
}
