package io.iamplane.webhook.retry;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * The pauses between attempts. Each is drawn from 80 to 120 % of its length, so that deliveries
 * that failed together are not retried together.
 */
public final class RetrySchedule {

  /** Ten tries within a little more than three days. */
  public static final List<Duration> DEFAULT =
      List.of(
          Duration.ofSeconds(5),
          Duration.ofMinutes(5),
          Duration.ofMinutes(30),
          Duration.ofHours(2),
          Duration.ofHours(5),
          Duration.ofHours(10),
          Duration.ofHours(14),
          Duration.ofHours(20),
          Duration.ofHours(24));

  private static final double JITTER = 0.2;

  private final List<Duration> pauses;
  private final RandomGenerator random;

  public RetrySchedule(List<Duration> pauses, RandomGenerator random) {
    this.pauses = List.copyOf(pauses);
    this.random = random;
  }

  /**
   * @param tries the number of attempts so far, at least one
   * @param asked the receiver's {@code Retry-After}; a longer one is obeyed
   * @return empty after the last attempt
   */
  public Optional<Duration> after(int tries, @Nullable Duration asked) {
    if (tries > pauses.size()) {
      return Optional.empty();
    }
    Duration pause = pauses.get(tries - 1);
    double factor = 1 - JITTER + 2 * JITTER * random.nextDouble();
    Duration drawn = Duration.ofMillis(Math.round(pause.toMillis() * factor));
    return Optional.of(asked != null && asked.compareTo(drawn) > 0 ? asked : drawn);
  }
}
