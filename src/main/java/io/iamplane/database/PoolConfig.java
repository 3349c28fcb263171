package io.iamplane.database;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMax;
import org.hibernate.validator.constraints.time.DurationMin;

/** The division of the connections to the database. */
@ConfigMapping(prefix = "iam.database")
public interface PoolConfig {

  /** The share of the pool that the requests of one tenant may hold, in per cent. */
  @WithDefault("25")
  @Min(1)
  @Max(100)
  int tenantShare();

  /** The longest wait of a request for its tenant's share. */
  @WithDefault("2s")
  @DurationMin(millis = 1)
  @DurationMax(seconds = 4)
  Duration shareDeadline();

  /** The number of transactions of one tenant that write: one holds its lock, one is next. */
  @WithDefault("2")
  @Min(1)
  @Max(64)
  int writersPerTenant();

  /** The longest wait of a writer for its turn. */
  @WithDefault("5s")
  @DurationMin(millis = 1)
  @DurationMax(seconds = 30)
  Duration writerDeadline();

  /** The number of requests of one tenant that wait in memory. */
  @WithDefault("64")
  @Min(0)
  int waitingPerTenant();

  /** The number of requests that wait in memory altogether. */
  @WithDefault("100")
  @Min(0)
  int waiting();

  /** Connections beside the pool, for the freshness of policies and keys, and for probes. */
  @WithDefault("4")
  @Min(3)
  @Max(32)
  int controlConnections();

  /** The longest wait for an answer on such a connection; then it counts as lost. */
  @WithDefault("3s")
  @DurationMin(seconds = 1)
  @DurationMax(seconds = 60)
  Duration controlTimeout();
}
