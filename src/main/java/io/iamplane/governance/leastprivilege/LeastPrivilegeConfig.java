package io.iamplane.governance.leastprivilege;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.time.Duration;
import java.time.Instant;

/** Settings of recommendations of least privilege. */
@ConfigMapping(prefix = "iam.least-privilege")
interface LeastPrivilegeConfig {

  /** Maximum number of decisions of one organization that a run counts and replays. */
  long MAX_DECISIONS = 100_000_000;

  /** Days of recorded decisions that prove a recommendation: a quarter; the log keeps 100 days. */
  int WINDOW_DAYS = 90;

  /**
   * After how many days without a use something is unused, and how old a grant is before it is
   * judged; 1 to 3650. Not less than the window.
   */
  @WithDefault("90")
  @Min(1)
  @Max(3_650)
  int unusedDays();

  static Instant windowFrom(Instant now) {
    return now.minus(Duration.ofDays(WINDOW_DAYS));
  }

  /** A use since this time counts. */
  default Instant usedFrom(Instant now) {
    return now.minus(Duration.ofDays(Math.max(WINDOW_DAYS, unusedDays())));
  }
}
