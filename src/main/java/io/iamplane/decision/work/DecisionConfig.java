package io.iamplane.decision.work;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMax;
import org.hibernate.validator.constraints.time.DurationMin;

/** Settings of the decision point. */
@ConfigMapping(prefix = "iam.decision")
public interface DecisionConfig {

  /**
   * Requests of one tenant that wait for its policy, all for the same load. More are denied at
   * once: each takes a thread, and the last quarter of all places is for tenants without a waiting
   * request.
   */
  int WAITING_PER_TENANT = 100;

  /** Requests of all tenants that wait for policies. */
  int WAITING = 150;

  /**
   * The interval between queries for new versions. It counts where no signal arrives; several
   * queries may fail before a policy is stale.
   */
  Duration REFRESH_INTERVAL = Duration.ofMillis(250);

  /** The maximum number of steps of a decision; a longer one is denied; 100 to 10,000,000. */
  @WithDefault("100000")
  @Min(100)
  @Max(10_000_000)
  int maxSteps();

  /**
   * The maximum time of all decisions of one request together, and of its wait for its tenant's
   * policy to be loaded; 10 ms to 1 min.
   */
  @WithDefault("2s")
  @DurationMin(millis = 10)
  @DurationMax(minutes = 1)
  Duration requestDeadline();

  /** A policy that was not confirmed for this long denies everything; 100 ms to 1 min. */
  @WithDefault("2s")
  @DurationMin(millis = 100)
  @DurationMax(minutes = 1)
  Duration maxStaleness();

  /**
   * The share of the heap that policies in memory may take, in percent; 5 to 80. The tenants that
   * are used least are dropped, and loaded again when they are asked for.
   */
  @WithDefault("40")
  @Min(5)
  @Max(80)
  int memoryPercent();

  /**
   * The share of the heap that the policy of one tenant may take, in percent; 1 to 80. A larger one
   * is not loaded, and its tenant denied.
   */
  @WithDefault("20")
  @Min(1)
  @Max(80)
  int tenantMemoryPercent();
}
