package io.iamplane.key;

import static io.iamplane.key.KeyConfig.MAX_STALENESS;
import static io.iamplane.key.KeyConfig.REFRESH_INTERVAL;
import static io.iamplane.key.KeyConfig.RETRY_INTERVAL;

import io.iamplane.shared.IamException;
import io.iamplane.shared.Ticker;
import jakarta.annotation.PreDestroy;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.security.interfaces.ECPublicKey;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.UnaryOperator;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * The token keys in memory. They are read when first needed, and from then on at an interval, so
 * that a revoked one ends on every replica within a second; for an unknown name, at most once in
 * every retry interval. While the database is unavailable, the loaded keys go on verifying, and
 * {@link #isFresh()} reports that they may be out of date. A method may read the database unless it
 * says otherwise: call it off the event loop only, without holding a connection. A thread that
 * finds keys leaves their renewal to the poll.
 */
@Singleton
public class KeyRing implements VerifyingKeys, TokenSigners {

  private static final Logger LOG = Logger.getLogger(KeyRing.class);

  private final UnaryOperator<@Nullable Ring> loader;
  private final Duration patience;
  private final Clock clock;
  private final Ticker ticker;
  private final @Nullable KeyPoll poll;
  private final ReentrantLock loading = new ReentrantLock();
  private volatile @Nullable Confirmed confirmed;
  private volatile @Nullable Attempt last;

  /** The keys and the time of their read, seen together: keys without it would seem out of date. */
  private record Confirmed(Ring ring, long nanos) {}

  /** The last read: when it began, or failed, and why it did. */
  private record Attempt(Instant at, @Nullable RuntimeException failure) {}

  @Inject
  KeyRing(RingLoader loader, Clock clock, Ticker ticker) {
    this(loader::load, KeyConfig.LOAD_DEADLINE, clock, ticker, new KeyPoll(REFRESH_INTERVAL));
  }

  /**
   * @param patience the time that a caller waits for another's read
   */
  KeyRing(
      UnaryOperator<@Nullable Ring> loader,
      Duration patience,
      Clock clock,
      Ticker ticker,
      @Nullable KeyPoll poll) {
    this.loader = loader;
    this.patience = patience;
    this.clock = clock;
    this.ticker = ticker;
    this.poll = poll;
  }

  @Override
  public Optional<ECPublicKey> find(String kid) {
    ECPublicKey key = ring().verifying().get(kid);
    if (key == null) {
      boolean confirmed = refresh(RETRY_INTERVAL, patience);
      key = ring().verifying().get(kid);
      if (key == null && !confirmed) {
        throw unavailable("key " + kid + " is not loaded, and the keys cannot be read");
      }
    }
    return Optional.ofNullable(key);
  }

  @Override
  public boolean accepts(String kid) {
    Ring loaded = loaded();
    return loaded != null && loaded.verifying().containsKey(kid);
  }

  @Override
  public boolean isUnknown(String kid) {
    Ring loaded = loaded();
    return last != null
        && loaded != null
        && !loaded.verifying().isEmpty()
        && !loaded.verifying().containsKey(kid)
        && isFresh();
  }

  @Override
  public boolean isFresh() {
    Confirmed present = confirmed;
    return present != null && ticker.nanos() - present.nanos() <= MAX_STALENESS.toNanos();
  }

  /** Reads the keys now; returns true if that succeeded. */
  boolean confirm() {
    return refresh(Duration.ZERO, patience);
  }

  @Override
  public TokenSigner current() {
    TokenSigner signer = ring().signer();
    if (signer == null || !isFresh()) {
      refresh(RETRY_INTERVAL, patience);
      signer = ring().signer();
    }
    if (signer == null) {
      throw unavailable("no key is active, or the active key cannot be unwrapped");
    }
    if (!isFresh()) {
      // It may be superseded or revoked by now: verifiers would refuse what it signs.
      throw unavailable("could not confirm that the active key may still sign");
    }
    return signer;
  }

  /** The keys to publish by name, in the order of publication. */
  Map<String, ECPublicKey> published() {
    return ring().verifying();
  }

  /** Returns the activation time of the signing key; null if unknown. Reads memory alone. */
  @Nullable Instant signingSince() {
    Ring loaded = loaded();
    return loaded == null ? null : loaded.signingSince();
  }

  /** Counts the keys that ever signed before every verifier could know them. */
  int earlyActivations() {
    Ring loaded = loaded();
    return loaded == null ? 0 : loaded.earlyActivations();
  }

  /** Makes the next use read the keys again; the loaded ones stay in use until that succeeds. */
  public void forget() {
    last = null;
  }

  private @Nullable Ring loaded() {
    Confirmed present = confirmed;
    return present == null ? null : present.ring();
  }

  private Ring ring() {
    Ring loaded = loaded();
    if (loaded == null) {
      refresh(RETRY_INTERVAL, patience);
    } else if (last == null || poll == null || !poll.isRunning()) {
      refresh(REFRESH_INTERVAL, Duration.ZERO);
    }
    loaded = loaded();
    if (loaded == null) {
      throw unavailable("the signing keys have not been loaded");
    }
    return loaded;
  }

  /**
   * Reads the keys unless that was tried within {@code interval}; one thread reads for all.
   *
   * @param wait the time to wait for another thread's read; zero to go on with the loaded keys
   * @return true if the last read succeeded, so that a key that it did not find does not exist
   */
  @SuppressWarnings("ReferenceEquality") // two reads may have the same time and outcome
  private boolean refresh(Duration interval, Duration wait) {
    Attempt before = last;
    if (due(interval)) {
      if (!lock(wait)) {
        return false;
      }
      try {
        // Those who waited for another's read share its answer, however slow it was.
        if (last == before || interval.isZero()) {
          load();
        }
      } finally {
        loading.unlock();
      }
    }
    Attempt attempt = last;
    return attempt != null && attempt.failure() == null;
  }

  private void load() {
    // What changes while the answer is under way may be missing in it: a slow answer is old.
    long sent = ticker.nanos();
    Instant begun = clock.instant();
    try {
      confirmed = new Confirmed(loader.apply(loaded()), sent);
      last = new Attempt(begun, null);
    } catch (RuntimeException e) {
      Attempt before = last;
      if (before == null || before.failure() == null) {
        LOG.warnf("could not read the signing keys: %s; will retry", e.getMessage());
      }
      last = new Attempt(clock.instant(), e);
    }
    if (poll != null) {
      poll.start(() -> refresh(Duration.ZERO, Duration.ZERO));
    }
  }

  @PreDestroy
  void stop() {
    if (poll != null) {
      poll.stop();
    }
  }

  /** A clock that stepped back makes a read due, rather than putting it off. */
  private boolean due(Duration interval) {
    Attempt attempt = last;
    if (attempt == null) {
      return true;
    }
    Instant now = clock.instant();
    return now.isBefore(attempt.at()) || !now.isBefore(attempt.at().plus(interval));
  }

  private boolean lock(Duration wait) {
    try {
      return wait.isZero()
          ? loading.tryLock()
          : loading.tryLock(wait.toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private IamException unavailable(String reason) {
    Attempt attempt = last;
    return IamException.dependencyUnavailable(
        new IllegalStateException(reason, attempt == null ? null : attempt.failure()));
  }

  /** Compares the keys in memory with the database at an interval, from their first use on. */
  static final class KeyPoll {

    private static final Logger LOG = Logger.getLogger(KeyPoll.class);

    private final Duration interval;
    private final AtomicBoolean started = new AtomicBoolean();
    private final ScheduledExecutorService timer =
        Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("iam-key-refresh").factory());

    KeyPoll(Duration interval) {
      this.interval = interval;
    }

    /** Begins to look; a process that verifies no token never does. */
    void start(Runnable look) {
      if (started.compareAndSet(false, true)) {
        var unused =
            timer.scheduleWithFixedDelay(
                () -> looked(look), interval.toNanos(), interval.toNanos(), TimeUnit.NANOSECONDS);
      }
    }

    /** Returns true if it polls, so that other threads need not read the keys. */
    boolean isRunning() {
      return started.get();
    }

    /** Runs a poll and logs exceptions, which would end all further polls. */
    private static void looked(Runnable look) {
      try {
        look.run();
      } catch (Throwable e) {
        LOG.error("could not compare the signing keys in memory with the database; will retry", e);
      }
    }

    void stop() {
      timer.shutdownNow();
    }
  }
}
