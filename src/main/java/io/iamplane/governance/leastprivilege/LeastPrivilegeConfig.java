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

  /**
   * Number of days of recorded decisions that prove a recommendation; 1 to 95, which the decision
   * log always keeps.
   */
  @WithDefault("90")
  @Min(1)
  @Max(95)
  int windowDays();

  /**
   * After how many days without a use something is unused, and how old a grant is before it is
   * judged; 1 to 3650. Not less than the window.
   */
  @WithDefault("90")
  @Min(1)
  @Max(3_650)
  int unusedDays();

  /** A role of more permissions is wide; 2 to 10000. */
  @WithDefault("50")
  @Min(2)
  @Max(10_000)
  int wideRolePermissions();

  /** The beginning of the window of decisions that prove a recommendation. */
  default Instant windowFrom(Instant now) {
    return now.minus(Duration.ofDays(windowDays()));
  }

  /** A use since this time counts. */
  default Instant usedFrom(Instant now) {
    return now.minus(Duration.ofDays(Math.max(windowDays(), unusedDays())));
  }
}
