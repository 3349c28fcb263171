package io.iamplane.http.limit;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.github.bucket4j.Bucket;
import io.github.bucket4j.ConsumptionProbe;
import io.github.bucket4j.EstimationProbe;
import io.github.bucket4j.TimeMeter;
import io.iamplane.shared.Ticker;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Token buckets in memory, per replica, refilled evenly over a minute. The map of buckets is
 * bounded: under a flood of addresses the least used are forgotten first.
 */
@ApplicationScoped
public class RateLimits {

  private static final int MAX_BUCKETS = 100_000;
  private static final Duration WINDOW = Duration.ofMinutes(1);

  /** The fraction of a minute's ceiling that a burst may take: a sixth. */
  private static final int BURSTS = 6;

  /**
   * Signatures a minute that are still verified for an address beyond its failures, per client that
   * is known here, and for all others together. One takes 0.1 ms, and a client that keeps its token
   * needs far fewer.
   */
  public static final int UNPROVEN_LIMIT = 60;

  /**
   * Requests that begin a sign-in, for each token that a client may get: an address may be that of
   * a company's gateway, and a sign-in takes two.
   */
  private static final int SIGN_INS = 20;

  private final LimitConfig config;
  private final TimeMeter time;

  /** Bounded by count alone: expiry would need node classes that no native image registers. */
  private final Cache<Key, Bucket> buckets = Caffeine.newBuilder().maximumSize(MAX_BUCKETS).build();

  /** The number of refusals of each ceiling, by its ordinal. */
  private final LongAdder[] refused =
      Stream.generate(LongAdder::new).limit(RateLimit.values().length).toArray(LongAdder[]::new);

  RateLimits(LimitConfig config, Ticker ticker) {
    this.config = config;
    this.time = new TickerMeter(ticker);
  }

  /** A typed key: parts joined to one string could collide. */
  private record Key(RateLimit limit, @Nullable String client, String address) {}

  /**
   * @param ceiling requests per window
   * @param retryAfterSeconds seconds until the next request is allowed; 0 if one is allowed now
   * @param resetSeconds seconds until the ceiling is whole again
   */
  public record State(
      RateLimit limit,
      boolean allowed,
      int ceiling,
      long remaining,
      long retryAfterSeconds,
      long resetSeconds) {

    /** The headers of an answer (draft-ietf-httpapi-ratelimit-headers). */
    public Map<String, String> headers() {
      String name = '"' + limit.wire() + '"';
      return Map.of(
          "RateLimit-Policy",
          name + ";q=" + ceiling + ";w=" + WINDOW.toSeconds(),
          "RateLimit",
          name + ";r=" + remaining + ";t=" + resetSeconds);
    }
  }

  /** Takes one request off a ceiling. */
  public State take(RateLimit limit, @Nullable String client, String address) {
    return take(limit, client, address, 1);
  }

  /** Takes several off a ceiling, all or none. */
  public State take(RateLimit limit, @Nullable String client, String address, int count) {
    ConsumptionProbe probe = bucket(limit, client, address).tryConsumeAndReturnRemaining(count);
    if (!probe.isConsumed()) {
      refused[limit.ordinal()].increment();
    }
    return new State(
        limit,
        probe.isConsumed(),
        ceiling(limit),
        probe.getRemainingTokens(),
        seconds(probe.getNanosToWaitForRefill()),
        seconds(probe.getNanosToWaitForReset()));
  }

  /** Gives back a {@link #take} that turned out not to count. */
  public void giveBack(RateLimit limit, @Nullable String client, String address) {
    bucket(limit, client, address).addTokens(1);
  }

  /** Looks at a ceiling without taking anything off it. */
  public State look(RateLimit limit, @Nullable String client, String address) {
    EstimationProbe probe = bucket(limit, client, address).estimateAbilityToConsume(1);
    return new State(
        limit,
        probe.canBeConsumed(),
        ceiling(limit),
        probe.getRemainingTokens(),
        seconds(probe.getNanosToWaitForRefill()),
        0);
  }

  long refused(RateLimit limit) {
    return refused[limit.ordinal()].sum();
  }

  private Bucket bucket(RateLimit limit, @Nullable String client, String address) {
    return buckets.get(
        new Key(limit, client, Addresses.network(address)), key -> newBucket(key.limit()));
  }

  private Bucket newBucket(RateLimit which) {
    int ceiling = ceiling(which);
    return Bucket.builder()
        .addLimit(limit -> limit.capacity(atOnce(which, ceiling)).refillGreedy(ceiling, WINDOW))
        .withCustomTimePrecision(time)
        .build();
  }

  private int ceiling(RateLimit limit) {
    return switch (limit) {
      case ADMIN -> config.admin();
      case CLIENT -> config.tenant() / 2;
      case TENANT -> config.tenant();
      case OAUTH -> config.oauth();
      case SIGN_IN -> (int) Math.min(Integer.MAX_VALUE, (long) SIGN_INS * config.oauth());
      case DECISION -> config.decision();
      case AUTHENTICATION -> config.authentication();
      case UNPROVEN -> UNPROVEN_LIMIT;
    };
  }

  /** A whole minute's worth of so many requests at once would take the processors for long. */
  private static int atOnce(RateLimit which, int ceiling) {
    return switch (which) {
      case CLIENT, TENANT, SIGN_IN -> Math.max(1, ceiling / BURSTS);
      case ADMIN, OAUTH, DECISION, AUTHENTICATION, UNPROVEN -> ceiling;
    };
  }

  private static long seconds(long nanos) {
    // More than the ceiling ever holds is waited for without end; the window is as good an answer.
    return Math.min(
        nanos / 1_000_000_000L + (nanos % 1_000_000_000L > 0 ? 1 : 0), WINDOW.toSeconds());
  }

  /** The monotonic clock: a wall clock that is set back would leave a bucket empty for long. */
  private record TickerMeter(Ticker ticker) implements TimeMeter {

    @Override
    public long currentTimeNanos() {
      return ticker.nanos();
    }

    @Override
    public boolean isWallClockBased() {
      return false;
    }
  }
}
