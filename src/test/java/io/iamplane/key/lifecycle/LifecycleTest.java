package io.iamplane.key.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class LifecycleTest {

  private static final Instant T = Instant.parse("2026-01-01T00:00:00Z");
  private static final Duration OVERLAP = Duration.ofHours(2);
  private static final Duration INTERVAL = Duration.ofDays(90);

  private final Lifecycle rules = new Lifecycle(INTERVAL, OVERLAP);
  private final List<KeyState> keys = new ArrayList<>();
  private boolean away;
  private boolean trusted = true;
  private int made;

  @Test
  void firstKeySignsAtOnceAndAnotherStandsBy() {
    take(rules.first(keys, at(T)));
    assertThat(statuses()).containsExactly("a active", "b pending");
    assertThat(keys.getFirst().early()).isFalse();
    assertThat(rules.first(keys, at(T))).isEmpty();
  }

  @Test
  void nothingIsDueWhereThereNeverWasAKey() {
    assertThat(rules.due(keys, at(T))).isEmpty();
  }

  @Test
  void installationWithoutAStandbyGetsOne() {
    keys.add(KeyState.published("old", T).activated(T, false));
    take(rules.due(keys, at(T.plusSeconds(1))));
    assertThat(statuses()).containsExactly("old active", "a pending");
  }

  @Test
  void rotationWaitsUntilEveryVerifierKnowsTheStandby() {
    take(rules.first(keys, at(T)));
    assertThat(rules.rotate(keys, at(T.plusSeconds(359)))).isEmpty();
    take(rules.rotate(keys, at(T.plusSeconds(360))));
    assertThat(statuses()).containsExactly("a overlap", "b active", "c pending");
    assertThat(keys.get(1).early()).isFalse();
    assertThat(rules.rotate(keys, at(T.plusSeconds(360)))).as("another at once").isEmpty();
  }

  @Test
  void scheduleRotatesAtTheIntervalAndRetiresAfterTheOverlap() {
    take(rules.first(keys, at(T)));
    assertThat(rules.due(keys, at(T.plus(INTERVAL).minusMillis(1)))).isEmpty();
    take(rules.due(keys, at(T.plus(INTERVAL))));
    assertThat(statuses()).containsExactly("a overlap", "b active", "c pending");
    assertThat(rules.due(keys, at(T.plus(INTERVAL).plus(OVERLAP).minusMillis(1)))).isEmpty();
    take(rules.due(keys, at(T.plus(INTERVAL).plus(OVERLAP))));
    assertThat(statuses()).containsExactly("a retired", "b active", "c pending");
  }

  @Test
  void revokedKeyGivesItsPlaceToTheStandbyAtOnce() {
    take(rules.first(keys, at(T)));
    take(rules.revoke(keys, "a", at(T.plusSeconds(400))));
    assertThat(statuses()).containsExactly("a revoked", "b active", "c pending");
    assertThat(keys.get(1).early()).as("b was known to all").isFalse();
    take(rules.revoke(keys, "b", at(T.plusSeconds(500))));
    assertThat(statuses()).containsExactly("a revoked", "b revoked", "c active", "d pending");
    assertThat(keys.get(2).early()).as("c was not").isTrue();
  }

  @Test
  void everyKeyCanBeRevokedOnce() {
    take(rules.first(keys, at(T)));
    take(rules.rotate(keys, at(T.plusSeconds(360))));
    take(rules.revoke(keys, "c", at(T.plusSeconds(361))));
    take(rules.revoke(keys, "a", at(T.plusSeconds(361))));
    assertThat(statuses()).containsExactly("a revoked", "b active", "c revoked", "d pending");
    assertThat(rules.revoke(keys, "a", at(T.plusSeconds(362)))).isEmpty();
    assertThat(rules.revoke(keys, "unknown", at(T))).isEmpty();
  }

  @Test
  void revocationNeedsNoNewKey() {
    take(rules.first(keys, at(T)));
    away = true;
    take(rules.revoke(keys, "a", at(T.plusSeconds(400))));
    assertThat(statuses()).containsExactly("a revoked", "b active");
    take(rules.revoke(keys, "b", at(T.plusSeconds(401))));
    assertThat(statuses()).containsExactly("a revoked", "b revoked");
    away = false;
    assertThat(rules.revoke(keys, "a", at(T.plusSeconds(402)))).as("revoked before").isEmpty();
    take(rules.due(keys, at(T.plusSeconds(500))));
    assertThat(statuses()).containsExactly("a revoked", "b revoked", "c active", "d pending");
    assertThat(keys.get(2).early()).isTrue();
  }

  @Test
  void standbyThatVerifiersDoNotTrustIsNotRotatedTo() {
    take(rules.first(keys, at(T)));
    trusted = false;
    assertThat(rules.due(keys, at(T.plus(INTERVAL)))).isEmpty();
    assertThat(rules.rotate(keys, at(T.plus(INTERVAL)))).isEmpty();
    take(rules.revoke(keys, "a", at(T.plus(INTERVAL))));
    assertThat(statuses()).as("a revocation does not wait").contains("b active");
  }

  @Test
  void timesGoForwardThoughClocksDiffer() {
    take(rules.first(keys, at(T)));
    keys.set(1, KeyState.published("b", T.plusSeconds(3)));
    take(rules.revoke(keys, "a", at(T.plusSeconds(1))));
    assertThat(keys.get(1).activatedAt()).isEqualTo(T.plusSeconds(3));
  }

  private KeyMoment at(Instant now) {
    return new KeyMoment(
        now,
        () -> away ? Optional.empty() : Optional.of(String.valueOf((char) ('a' + made++))),
        _ -> trusted);
  }

  private void take(List<KeyState> steps) {
    steps.forEach(after -> KeyWorld.put(keys, after));
  }

  private List<String> statuses() {
    return keys.stream().map(key -> key.kid() + " " + key.status().wire()).toList();
  }
}
