package io.iamplane.token;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMax;
import org.hibernate.validator.constraints.time.DurationMin;

/** How access tokens are made and checked. */
@ConfigMapping(prefix = "iam.token")
public interface TokenConfig {

  /** No token lives longer, whatever it says: the upper bound of {@link #lifetime()}. */
  Duration MAX_LIFETIME = Duration.ofHours(1);

  /** How long a token is good for; 1 min to 1 h. */
  @WithDefault("900s")
  @DurationMin(minutes = 1)
  @DurationMax(hours = 1)
  Duration lifetime();

  /** How far another replica's clock may be ahead; 0 to 30 s. Never lengthens a token's life. */
  @WithDefault("5s")
  @DurationMin
  @DurationMax(seconds = 30)
  Duration clockSkew();

  /**
   * How many signatures are verified at once, so that forged tokens cannot take every core; those
   * of clients' assertions are counted apart, so that they cannot hold up bearer tokens.
   */
  @WithDefault("4")
  @Min(1)
  @Max(256)
  int verifyConcurrency();

  /** How long a token waits for its turn before the request is refused; 10 ms to 10 s. */
  @WithDefault("1s")
  @DurationMin(millis = 10)
  @DurationMax(seconds = 10)
  Duration verifyDeadline();

  /** How many verified tokens are kept in memory, about 1 KB each. */
  @WithDefault("50000")
  @Min(1)
  @Max(1_000_000)
  int cacheSize();
}
