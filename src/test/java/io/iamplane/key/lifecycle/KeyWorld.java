package io.iamplane.key.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Collectors;

/**
 * An installation in play: keys in a database, replicas that follow it with a lag, verifiers that
 * keep the JWKS, and tokens that are about.
 */
final class KeyWorld {

  /** The greatest lag of a replica behind the database: the bound of a revocation. */
  static final Duration LAG = Duration.ofSeconds(1);

  private static final Duration LONGEST_TOKEN = Duration.ofHours(1);

  private final SplittableRandom random;
  private final Lifecycle rules;
  private final Duration cacheTime;
  private final List<Version> history = new ArrayList<>();
  private final List<Replica> replicas = List.of(new Replica(), new Replica());
  private final List<Verifier> verifiers = List.of(new Verifier(), new Verifier(), new Verifier());
  private final List<Token> tokens = new ArrayList<>();
  private Instant now = Instant.parse("2026-01-01T00:00:00Z");
  private int made;
  private boolean providerAway;
  int stated;
  int verified;

  KeyWorld(long seed, Lifecycle rules, Duration cacheTime) {
    this.random = new SplittableRandom(seed);
    this.rules = rules;
    this.cacheTime = cacheTime;
    store(rules.first(List.of(), moment()));
  }

  private record Version(Instant from, List<KeyState> keys) {}

  private record Token(String kid, Instant expiresAt) {}

  private static final class Replica {
    Instant asOf = Instant.MIN;
  }

  private static final class Verifier {
    Instant fetchedAt = Instant.MIN;
    Set<String> kids = Set.of();
  }

  /** Plays some weeks. */
  void play(int events) {
    for (int i = 0; i < events; i++) {
      now = now.plus(pause());
      tokens.removeIf(token -> !now.isBefore(token.expiresAt()));
      act();
      verifyAll();
    }
  }

  private Duration pause() {
    return switch (random.nextInt(5)) {
      case 0 -> Duration.ofMillis(random.nextInt(2_000));
      case 1, 2 -> Duration.ofSeconds(random.nextInt(400));
      case 3 -> Duration.ofMinutes(random.nextInt(90));
      default -> Duration.ofHours(random.nextInt(72));
    };
  }

  private void act() {
    providerAway = random.nextInt(20) == 0;
    switch (random.nextInt(10)) {
      case 0 -> rotateTwice();
      case 1, 2, 3 -> {
        if (!providerAway) {
          store(rules.due(keys(), moment()));
        }
      }
      case 4 -> revoke();
      default -> issue();
    }
    requireInvariants();
  }

  /** Two replicas at once: the lock puts them in an order, and the second finds nothing to do. */
  private void rotateTwice() {
    if (providerAway) {
      return;
    }
    long before = activations();
    store(rules.rotate(keys(), moment()));
    store(rules.rotate(keys(), moment()));
    require(activations() - before <= 1, "two rotations at once");
  }

  private void revoke() {
    List<KeyState> keys = keys();
    // Seldom, or tokens live no longer than their first minutes.
    if (random.nextInt(4) == 0) {
      store(rules.revoke(keys, keys.get(random.nextInt(keys.size())).kid(), moment()));
    }
  }

  private void issue() {
    view(pick(replicas)).stream()
        .filter(key -> key.status() == KeyStatus.ACTIVE)
        .findFirst()
        .ifPresent(key -> {
          Duration lifetime = Duration.ofSeconds(random.nextLong(60, LONGEST_TOKEN.toSeconds()));
          tokens.add(new Token(key.kid(), now.plus(lifetime)));
        });
  }

  private void verifyAll() {
    for (Token token : tokens) {
      verify(token, pick(verifiers));
      verifyHere(token, pick(replicas));
    }
  }

  private void verify(Token token, Verifier verifier) {
    if (Duration.between(later(verifier.fetchedAt), now).compareTo(cacheTime) >= 0
        || verifier.fetchedAt.equals(Instant.MIN)) {
      verifier.fetchedAt = now;
      verifier.kids = published(view(pick(replicas)));
    }
    KeyState key = key(token.kid());
    boolean accepted = verifier.kids.contains(token.kid());
    verified++;
    if (key.status() == KeyStatus.REVOKED) {
      Instant bound = ended(key).plus(LAG).plus(cacheTime);
      require(!accepted || now.isBefore(bound), "a verifier accepts a revoked key's token");
    } else if (!accepted) {
      require(isStated(key), "a verifier refuses a valid token");
      stated++;
    }
  }

  private void verifyHere(Token token, Replica replica) {
    KeyState key = key(token.kid());
    boolean accepted = published(view(replica)).contains(token.kid());
    if (key.status() == KeyStatus.REVOKED) {
      require(
          !accepted || now.isBefore(ended(key).plus(LAG)),
          "this service accepts a revoked key's token");
    } else if (!accepted) {
      require(isStated(key), "this service refuses a valid token");
    }
  }

  /** The case that is allowed: a revocation made the key sign before it was known. */
  private boolean isStated(KeyState key) {
    return key.early() && now.isBefore(Lifecycle.signsFrom(key));
  }

  private void requireInvariants() {
    require(providerAway || isWholeAfterTheNextStep(), "no key signs, or none stands by");
  }

  /** The next step replaces keys that a revocation removed while no key could be made. */
  private boolean isWholeAfterTheNextStep() {
    store(rules.due(keys(), moment()));
    return count(keys(), KeyStatus.ACTIVE) == 1 && count(keys(), KeyStatus.PENDING) == 1;
  }

  private static long count(List<KeyState> keys, KeyStatus status) {
    return keys.stream().filter(key -> key.status() == status).count();
  }

  private long activations() {
    return keys().stream().filter(key -> key.activatedAt() != null).count();
  }

  private KeyMoment moment() {
    return new KeyMoment(
        now, () -> providerAway ? Optional.empty() : Optional.of("key-" + made++), _ -> true);
  }

  private void store(List<KeyState> steps) {
    List<KeyState> keys = history.isEmpty() ? new ArrayList<>() : new ArrayList<>(keys());
    for (KeyState after : steps) {
      put(keys, after);
      // As the database's unique indexes see it, after each statement.
      require(count(keys, KeyStatus.ACTIVE) <= 1, "two keys sign in between");
      require(count(keys, KeyStatus.PENDING) <= 1, "two keys stand by in between");
    }
    history.add(new Version(now, List.copyOf(keys)));
  }

  /** Takes a step of a key, which is there or becomes the last one. */
  static void put(List<KeyState> keys, KeyState after) {
    List<String> kids = keys.stream().map(KeyState::kid).toList();
    if (kids.contains(after.kid())) {
      KeyStatus before = keys.get(kids.indexOf(after.kid())).status();
      assertThat(after.status()).as("a step from " + before).isGreaterThan(before);
      keys.set(kids.indexOf(after.kid()), after);
    } else {
      keys.add(after);
    }
  }

  List<KeyState> keys() {
    return history.getLast().keys();
  }

  private KeyState key(String kid) {
    return keys().stream().filter(key -> key.kid().equals(kid)).findFirst().orElseThrow();
  }

  /** The keys as a replica sees them: the database within the lag, never an older state again. */
  private List<KeyState> view(Replica replica) {
    Instant asOf = now.minusMillis(random.nextLong(LAG.toMillis()));
    replica.asOf = asOf.isAfter(replica.asOf) ? asOf : replica.asOf;
    return history.reversed().stream()
        .filter(version -> !version.from().isAfter(replica.asOf))
        .findFirst()
        .map(Version::keys)
        .orElseGet(() -> history.getFirst().keys());
  }

  private static Set<String> published(List<KeyState> keys) {
    return keys.stream()
        .filter(KeyState::isPublished)
        .map(KeyState::kid)
        .collect(Collectors.toSet());
  }

  private static Instant ended(KeyState key) {
    return Optional.ofNullable(key.endedAt()).orElseThrow();
  }

  private Instant later(Instant at) {
    return at.equals(Instant.MIN) ? now : at;
  }

  private <T> T pick(List<T> list) {
    return list.get(random.nextInt(list.size()));
  }

  private void require(boolean holds, String violation) {
    if (!holds) {
      throw new AssertionError(violation + " at " + now + " with " + keys());
    }
  }
}
