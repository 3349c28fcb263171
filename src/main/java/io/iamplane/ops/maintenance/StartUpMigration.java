package io.iamplane.ops.maintenance;

import io.iamplane.database.DatabaseFailure;
import io.iamplane.shared.InstallationConfig;
import io.quarkus.runtime.StartupEvent;
import jakarta.annotation.PreDestroy;
import jakarta.annotation.Priority;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import jakarta.interceptor.Interceptor;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.jboss.logging.Logger;

/**
 * Migrates when the server starts, if {@code iam.migrate-at-start} says so. A database that answers
 * is migrated before the first request; one that is away does not hold up the start, and is
 * migrated when it is there. Until then the service is not ready and denies.
 */
@Singleton
public class StartUpMigration {

  private static final Logger LOG = Logger.getLogger(StartUpMigration.class);
  private static final Duration RETRY = Duration.ofSeconds(1);

  /** Longer than an unreachable database takes to be noticed. */
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private final Runnable migration;
  private final boolean enabled;
  private final Duration retry;
  private final CompletableFuture<Void> done = new CompletableFuture<>();
  private final ScheduledExecutorService worker =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().daemon().name("iam-migration").factory());

  @Inject
  StartUpMigration(
      Migration migration,
      InstallationConfig config,
      @ConfigProperty(name = "quarkus.http.host-enabled", defaultValue = "true") boolean serving) {
    this(migration::run, config.migrateAtStart() && serving, RETRY);
  }

  StartUpMigration(Runnable migration, boolean enabled, Duration retry) {
    this.migration = migration;
    this.enabled = enabled;
    this.retry = retry;
  }

  void atStart(@Observes @Priority(Interceptor.Priority.LIBRARY_BEFORE) StartupEvent event) {
    if (enabled) {
      start();
    }
  }

  /** Completes when the schema is migrated; never when that is not done at start. */
  public CompletableFuture<Void> done() {
    return done.copy();
  }

  /**
   * Tries once and waits for that; goes on trying in the background while the database is away.
   *
   * @throws RuntimeException when the migration itself is wrong: waiting does not help
   */
  void start() {
    CompletableFuture<Void> first = new CompletableFuture<>();
    worker.execute(() -> attempt(first));
    try {
      first.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      LOG.warn(
          "the schema migration continues in the background; until it is complete, the service is"
              + " not ready");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (java.util.concurrent.ExecutionException e) {
      throw new CompletionException("could not migrate the schema", e.getCause());
    }
  }

  private void attempt(CompletableFuture<Void> first) {
    try {
      migration.run();
      done.complete(null);
      first.complete(null);
    } catch (RuntimeException e) {
      if (DatabaseFailure.of(e).filter(DatabaseFailure.UNAVAILABLE::equals).isPresent()) {
        if (first.complete(null)) {
          LOG.warnf(
              "could not migrate the schema: %s; will retry until the database is available",
              e.getMessage());
        }
        var _ = worker.schedule(() -> attempt(first), retry.toMillis(), TimeUnit.MILLISECONDS);
      } else if (!first.completeExceptionally(e)) {
        LOG.error("could not migrate the schema; the service remains not ready", e);
      }
    }
  }

  @PreDestroy
  void stop() {
    worker.shutdownNow();
  }
}
