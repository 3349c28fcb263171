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

  /** For what is under way; it is interrupted. */
  private static final Duration PATIENCE = Duration.ofSeconds(1);

  private final ExecutorService threads;

  Turns(int atATime, String name) {
    this.threads =
        Executors.newFixedThreadPool(atATime, Thread.ofPlatform().daemon().name(name, 0).factory());
  }

  /** Works when its turn comes. */
  CompletableFuture<Void> run(Runnable work) {
    return start(() -> {
      work.run();
      return null;
    });
  }

  /** Works when its turn comes; fails with what the work throws, and at once after the end. */
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
   * What still waits for its turn fails, so that its waiter continues. What is under way ends
   * first, as it needs what its caller may close next.
   */
  void stop() {
    for (Runnable left : threads.shutdownNow()) {
      ((Task<?>) left).result().completeExceptionally(new RejectedExecutionException("stopped"));
    }
    try {
      if (!threads.awaitTermination(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
        LOG.debug("work goes on after its end was asked for");
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
