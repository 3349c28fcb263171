package io.iamplane.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.iamplane.key.KeyRing.KeyPoll;
import io.iamplane.shared.ErrorCode;
import io.iamplane.shared.IamException;
import io.iamplane.testing.SettableClock;
import java.security.KeyPair;
import java.security.interfaces.ECPublicKey;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.UnaryOperator;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class KeyRingTest {

  private final SettableClock clock = new SettableClock(Instant.parse("2026-01-01T00:00:00Z"));
  private static final Duration STALE = KeyConfig.MAX_STALENESS;

  private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 5);
  private final AtomicInteger reads = new AtomicInteger();
  private volatile Ring stored = ring("first");
  private volatile boolean away;

  private final KeyRing keys = ring(this::read, Duration.ofSeconds(10));

  @Test
  void nothingIsReadBeforeItIsNeeded() {
    assertThat(keys.signingSince()).isNull();
    assertThat(reads).hasValue(0);
    assertThat(keys.find("first")).isPresent();
    assertThat(keys.signingSince()).isEqualTo(Instant.EPOCH);
    assertThat(keys.current().kid()).isEqualTo("first");
    assertThat(keys.published()).containsOnlyKeys("first");
    assertThat(reads).hasValue(1);
  }

  @Test
  void unknownKeyIsLookedForAtMostEveryRetryInterval() {
    keys.find("first");
    for (int i = 0; i < 100; i++) {
      assertThat(keys.find("unknown" + i)).isEmpty();
    }
    assertThat(reads).hasValue(1);
    clock.advance(Duration.ofSeconds(2));
    for (int i = 0; i < 100; i++) {
      assertThat(keys.find("unknown" + i)).isEmpty();
    }
    assertThat(reads).hasValue(2);
  }

  @Test
  void keyMadeElsewhereIsFoundAfterTheRetryInterval() {
    keys.find("first");
    stored = ring("first", "second");
    assertThat(keys.find("second")).isEmpty();
    clock.advance(Duration.ofSeconds(2));
    assertThat(keys.find("second")).isPresent();
  }

  @Test
  void oldKeysAreReadAgainSoThatARetiredOneGoes() {
    keys.find("first");
    stored = ring("second");
    clock.advance(KeyConfig.REFRESH_INTERVAL.minusMillis(1));
    assertThat(keys.find("first")).isPresent();
    clock.advance(Duration.ofMillis(1));
    assertThat(keys.find("first")).isEmpty();
  }

  @Test
  void loadedKeysGoOnWorkingWhileTheDatabaseIsAway() {
    keys.find("first");
    away = true;
    for (int minute = 0; minute < 60; minute++) {
      clock.advance(Duration.ofMinutes(1));
      assertThat(keys.find("first")).isPresent();
      assertThat(keys.current().kid()).isEqualTo("first");
      assertThat(keys.published()).containsOnlyKeys("first");
    }
  }

  @Test
  void unconfirmedKeySignsNothingSinceItMayBeRevoked() {
    keys.find("first");
    away = true;
    nanos.addAndGet(STALE.toNanos() + 1);
    clock.advance(Duration.ofSeconds(2));
    assertUnavailable(keys::current);
    assertThat(keys.find("first")).as("verifying is judged where the decision is").isPresent();
    away = false;
    clock.advance(Duration.ofSeconds(2));
    assertThat(keys.current().kid()).isEqualTo("first");
  }

  @Test
  void answerThatWasLongOnItsWayIsOldAndTheKeysAreReadAgain() {
    KeyRing slow =
        ring(
            before -> {
              if (reads.get() == 0) {
                nanos.addAndGet(STALE.toNanos() + 1);
                clock.advance(STALE);
              }
              return read(before);
            },
            Duration.ofSeconds(10));
    slow.find("first");
    assertThat(slow.isFresh()).isFalse();
    assertThat(slow.current().kid()).isEqualTo("first");
    assertThat(reads).hasValue(2);
  }

  @Test
  void unknownKeyDuringAnOutageCannotBeJudged() {
    keys.find("first");
    away = true;
    clock.advance(Duration.ofSeconds(2));
    assertUnavailable(() -> keys.find("second"));
    away = false;
    clock.advance(Duration.ofSeconds(2));
    assertThat(keys.find("second")).isEmpty();
  }

  @Test
  void keysNeverLoadedAreUnavailableNotUnknown() {
    away = true;
    assertUnavailable(() -> keys.find("first"));
    assertUnavailable(keys::current);
    assertUnavailable(keys::published);
    assertThat(reads).as("throttled while the database is away").hasValue(1);
  }

  @Test
  void databaseThatComesBackIsUsedWithoutARestart() {
    away = true;
    assertUnavailable(keys::current);
    away = false;
    assertUnavailable(keys::current);
    clock.advance(Duration.ofSeconds(2));
    assertThat(keys.current().kid()).isEqualTo("first");
  }

  @Test
  void withoutAnActiveKeyNothingSignsUntilThereIsOne() {
    stored = new Ring(Map.of(), null, null, 0);
    assertUnavailable(keys::current);
    assertThat(keys.find("first")).isEmpty();
    stored = ring("first");
    clock.advance(Duration.ofSeconds(2));
    assertThat(keys.current().kid()).isEqualTo("first");
  }

  @Test
  void forgettingMakesTheNextUseRead() {
    keys.find("first");
    stored = ring("second");
    keys.forget();
    assertThat(keys.find("second")).isPresent();
  }

  @Test
  void clockThatStepsBackDoesNotPutReadsOff() {
    keys.find("first");
    stored = ring("first", "second");
    clock.advance(Duration.ofDays(-1));
    assertThat(keys.find("second")).isPresent();
  }

  @Test
  void manyCallersShareOneRead() throws Exception {
    List<Future<Boolean>> found = new ArrayList<>();
    try (ExecutorService callers = Executors.newFixedThreadPool(32)) {
      for (int i = 0; i < 64; i++) {
        found.add(callers.submit(() -> keys.find("first").isPresent()));
      }
      for (Future<Boolean> one : found) {
        assertThat(one.get(10, TimeUnit.SECONDS)).isTrue();
      }
    }
    assertThat(reads).hasValue(1);
  }

  @Test
  void readThatHangsHoldsNobodyBeyondTheDeadline() throws Exception {
    CountDownLatch release = new CountDownLatch(1);
    CountDownLatch reading = new CountDownLatch(1);
    KeyRing hanging =
        ring(
            previous -> {
              reading.countDown();
              await(release);
              return ring("first");
            },
            Duration.ofMillis(50));
    try (ExecutorService callers = Executors.newSingleThreadExecutor()) {
      Future<Boolean> first = callers.submit(() -> hanging.find("first").isPresent());
      await(reading);
      assertUnavailable(() -> hanging.find("first"));
      assertUnavailable(hanging::current);
      release.countDown();
      assertThat(first.get(10, TimeUnit.SECONDS)).isTrue();
    }
    assertThat(hanging.find("first")).isPresent();
  }

  @Test
  void signerShowsItsNameOnly() {
    assertThat(keys.current()).hasToString("signer first");
  }

  // --- Revocation ---

  @Test
  void keyCountsWhileItIsInMemoryAndNoLonger() {
    assertThat(keys.accepts("first")).as("before the first read").isFalse();
    assertThat(keys.isFresh()).isFalse();
    keys.find("first");
    assertThat(keys.accepts("first")).isTrue();
    assertThat(keys.accepts("second")).isFalse();
    stored = ring("second");
    clock.advance(Duration.ofSeconds(30));
    keys.find("second");
    assertThat(keys.accepts("first")).as("revoked, retired or removed").isFalse();
    assertThat(keys.accepts("second")).isTrue();
  }

  @Test
  void lookingIntoMemoryReadsNothing() {
    keys.find("first");
    clock.advance(Duration.ofHours(1));
    for (int i = 0; i < 100; i++) {
      keys.accepts("first");
      keys.isUnknown("unknown" + i);
      keys.isFresh();
    }
    assertThat(reads).hasValue(1);
  }

  @Test
  void keysCountAsFreshAsLongAsTheDatabaseConfirmsThem() {
    keys.find("first");
    nanos.addAndGet(STALE.toNanos());
    assertThat(keys.isFresh()).isTrue();
    nanos.addAndGet(1);
    assertThat(keys.isFresh()).isFalse();
    away = true;
    clock.advance(Duration.ofSeconds(30));
    keys.find("first");
    assertThat(keys.isFresh()).as("a failed read confirms nothing").isFalse();
    away = false;
    clock.advance(Duration.ofSeconds(30));
    keys.find("first");
    assertThat(keys.isFresh()).isTrue();
  }

  @Test
  void readinessRestsOnNoConfirmationFromBeforeAnOutage() {
    SigningKeyProbe probe = new SigningKeyProbe(keys);
    assertThat(probe.ready()).isTrue();
    away = true;
    assertThat(keys.isFresh()).as("confirmed a moment ago").isTrue();
    assertThat(probe.ready()).isFalse();
    away = false;
    nanos.addAndGet(STALE.toNanos() + 1);
    assertThat(probe.ready()).isTrue();
    assertThat(keys.isFresh()).as("by the probe's own question").isTrue();
  }

  @Test
  void keyIsUnknownForCertainOnlyWhileTheKeysAreFresh() {
    assertThat(keys.isUnknown("x")).as("never read").isFalse();
    keys.find("first");
    assertThat(keys.isUnknown("x")).isTrue();
    assertThat(keys.isUnknown("first")).isFalse();
    keys.forget();
    assertThat(keys.isUnknown("x")).as("one may just have been made").isFalse();
    keys.find("first");
    nanos.addAndGet(STALE.toNanos() + 1);
    assertThat(keys.isUnknown("x")).as("out of date").isFalse();
  }

  @Test
  void withoutAnyKeyNoneIsUnknownForCertain() {
    stored = new Ring(Map.of(), null, null, 0);
    assertThat(keys.find("x")).isEmpty();
    assertThat(keys.isUnknown("x")).as("the first key signs at once").isFalse();
  }

  @Test
  void keysInUseAreComparedAtAnInterval() throws Exception {
    CountDownLatch thrice = new CountDownLatch(3);
    KeyRing polled =
        polled(
            previous -> {
              thrice.countDown();
              throw new IllegalStateException("away: the looking goes on");
            },
            Duration.ofMillis(5));
    assertThat(thrice.getCount()).as("nothing before the first use").isEqualTo(3);
    assertUnavailable(() -> polled.find("first"));
    assertThat(thrice.await(10, TimeUnit.SECONDS)).isTrue();
    polled.stop();
  }

  @Test
  void anErrorDoesNotEndTheLooking() throws Exception {
    CountDownLatch looks = new CountDownLatch(3);
    KeyRing polled =
        polled(
            previous -> {
              if (previous != null) {
                looks.countDown();
                throw new OutOfMemoryError("for a moment");
              }
              return stored;
            },
            Duration.ofMillis(5));
    polled.find("first");
    assertThat(looks.await(10, TimeUnit.SECONDS)).isTrue();
    polled.stop();
  }

  @Test
  void noRequestReadsWhatThePollRenews() {
    KeyRing polled = polled(this::read, Duration.ofHours(1));
    polled.current();
    clock.advance(Duration.ofMinutes(5));
    polled.current();
    polled.published();
    polled.find("first");
    assertThat(reads).hasValue(1);
    polled.forget();
    polled.current();
    assertThat(reads).as("what this process changed is read at once").hasValue(2);
    polled.stop();
  }

  private KeyRing ring(UnaryOperator<@Nullable Ring> loader, Duration deadline) {
    return new KeyRing(loader, deadline, clock, nanos::get, null);
  }

  private KeyRing polled(UnaryOperator<@Nullable Ring> loader, Duration interval) {
    return new KeyRing(loader, Duration.ofSeconds(1), clock, nanos::get, new KeyPoll(interval));
  }

  private Ring read(@Nullable Ring previous) {
    reads.incrementAndGet();
    if (away) {
      throw new IllegalStateException("the database is away");
    }
    return stored;
  }

  private static Ring ring(String... kids) {
    Map<String, ECPublicKey> verifying = new LinkedHashMap<>();
    KeyPair pair = Es256.generate();
    for (String kid : kids) {
      verifying.put(kid, (ECPublicKey) pair.getPublic());
    }
    return new Ring(verifying, new TokenSigner(kids[0], pair.getPrivate()), Instant.EPOCH, 0);
  }

  private static void assertUnavailable(ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            IamException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.DEPENDENCY_UNAVAILABLE));
  }

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(10, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
