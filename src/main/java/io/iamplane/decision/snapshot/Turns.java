package io.iamplane.decision.snapshot;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * A few threads for heavy work, first come, first served. Threads of the platform: work for the
 * processor on a virtual thread would hold up every probe.
 */
final class Turns {

  private static final Logger LOG = Logger.getLogger(Turns.class);

  /** The time for running work to end after its interruption. */
  private static final Duration PATIENCE = Duration.ofSeconds(1);

  private final ExecutorService threads;

  Turns(int atATime, String name) {
    this.threads =
        Executors.newFixedThreadPool(atATime, Thread.ofPlatform().daemon().name(name, 0).factory());
  }

  CompletableFuture<Void> run(Runnable work) {
    return start(() -> {
      work.run();
      return null;
    });
  }

  /** Fails with the exception of the work, and at once after {@link #stop}. */
  <T> CompletableFuture<T> start(Supplier<? extends @Nullable T> work) {
    Task<T> task = new Task<>(work, new CompletableFuture<>());
    try {
      threads.execute(task);
    } catch (RejectedExecutionException e) {
      task.result().completeExceptionally(e);
    }
    return task.result();
  }

  /**
   * Fails waiting work, so that its callers continue. Running work ends first, because it uses
   * objects that the caller may close next.
   */
  void stop() {
    for (Runnable left : threads.shutdownNow()) {
      ((Task<?>) left).result().completeExceptionally(new RejectedExecutionException("stopped"));
    }
    try {
      if (!threads.awaitTermination(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
        LOG.debug("work continues after the request to stop");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private record Task<T>(Supplier<? extends @Nullable T> work, CompletableFuture<T> result)
      implements Runnable {

    @Override
    public void run() {
      try {
        result.complete(work.get());
      } catch (Throwable e) {
        // An Error, too: waiters must learn of it, and a thread of the pool has no other reader.
        result.completeExceptionally(e);
      }
    }
  }
}
