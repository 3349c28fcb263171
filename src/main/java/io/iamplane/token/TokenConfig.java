package io.iamplane.token;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMax;
import org.hibernate.validator.constraints.time.DurationMin;

/** Limits on the issue and the verification of access tokens. */
@ConfigMapping(prefix = "iam.token")
public interface TokenConfig {

  /** The upper bound of {@link #lifetime()}, enforced for every token. */
  Duration MAX_LIFETIME = Duration.ofHours(1);

  /** The lifetime of a token; 1 min to 1 h. */
  @WithDefault("900s")
  @DurationMin(minutes = 1)
  @DurationMax(hours = 1)
  Duration lifetime();

  /**
   * The tolerance for another replica's clock ahead of ours; 0 to 30 s. Never lengthens a token's
   * life.
   */
  @WithDefault("5s")
  @DurationMin
  @DurationMax(seconds = 30)
  Duration clockSkew();

  /**
   * The number of signatures verified at once, so that forged tokens cannot take every core.
   * Clients' assertions are counted apart, so that they cannot hold up bearer tokens.
   */
  @WithDefault("4")
  @Min(1)
  @Max(256)
  int verifyConcurrency();

  /**
   * The longest wait of a token for its verification before the request is refused; 10 ms to 10 s.
   */
  @WithDefault("1s")
  @DurationMin(millis = 10)
  @DurationMax(seconds = 10)
  Duration verifyDeadline();
}
