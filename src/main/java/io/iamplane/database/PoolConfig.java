package io.iamplane.database;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMax;
import org.hibernate.validator.constraints.time.DurationMin;

/** How the connections to the database are divided. */
@ConfigMapping(prefix = "iam.database")
public interface PoolConfig {

  /** How much of the pool the requests of one tenant may hold, in per cent. */
  @WithDefault("25")
  @Min(1)
  @Max(100)
  int tenantShare();

  /**
   * How long a request waits for its tenant's share. A change that has begun may have to wait for
   * it, and for rows, before its transaction's ten seconds end.
   */
  @WithDefault("2s")
  @DurationMin(millis = 1)
  @DurationMax(seconds = 4)
  Duration shareDeadline();

  /** How many writers of one tenant have a transaction: one holds its lock, one is next. */
  @WithDefault("2")
  @Min(1)
  @Max(64)
  int writersPerTenant();

  /** How long a writer waits for its turn. */
  @WithDefault("5s")
  @DurationMin(millis = 1)
  @DurationMax(seconds = 30)
  Duration writerDeadline();

  /** How many requests of one tenant wait in memory. */
  @WithDefault("64")
  @Min(0)
  int waitingPerTenant();

  /** How many requests wait in memory altogether. */
  @WithDefault("100")
  @Min(0)
  int waiting();

  /** Connections beside the pool, for the freshness of policies and keys, and for probes. */
  @WithDefault("4")
  @Min(3)
  @Max(32)
  int controlConnections();

  /** How long an answer on one of those may take; beyond, the connection counts as lost. */
  @WithDefault("3s")
  @DurationMin(seconds = 1)
  @DurationMax(seconds = 60)
  Duration controlTimeout();
}
