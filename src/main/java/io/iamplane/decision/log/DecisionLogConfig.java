package io.iamplane.decision.log;

import io.iamplane.shared.WireName;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import org.hibernate.validator.constraints.time.DurationMax;
import org.hibernate.validator.constraints.time.DurationMin;

/** Settings of the decision log. */
@ConfigMapping(prefix = "iam.decision-log")
public interface DecisionLogConfig {

  /** The destination of decisions. */
  enum SinkName implements WireName {
    /** Into the database. */
    POSTGRES,
    /** Nowhere: no log, no metrics of it. */
    DISCARDING
  }

  /** The condition for the release of an answer. */
  enum Durability implements WireName {
    /** For nothing: a killed process may lose the decisions of its last flush interval. */
    ASYNC,
    /** Until its own record is committed; denials of an outage are excepted. */
    DURABLE
  }

  /** The destination of decisions: {@code postgres} or {@code discarding}. */
  @WithDefault("postgres")
  SinkName sink();

  /** Holds answers until their records are written ({@code durable}), or not ({@code async}). */
  @WithDefault("async")
  Durability durability();

  /**
   * The bytes of decisions that may wait to be written; 1,000,000 to 4,000,000,000. Tenants and
   * their clients share them; a request that finds no room waits up to a second, then is answered
   * 429.
   */
  @WithDefault("67108864")
  @Min(1_000_000)
  @Max(4_000_000_000L)
  long buffer();

  /** The names of inputs with values that must not be written, at any depth. */
  Optional<Set<String>> redact();

  /** The time that decisions are kept; 100 days to 10 years. */
  @WithDefault("100d")
  @DurationMin(days = 100)
  @DurationMax(days = 3_650)
  Duration retention();
}
