package io.iamplane.decision.snapshot;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;

/**
 * A few threads for heavy work, first come, first served. Threads of the platform: work for the
 * processor on a virtual thread would hold up every probe.
 */
final class Turns {

  private final ExecutorService threads;

  Turns(int atATime, String name) {
    this.threads =
        Executors.newFixedThreadPool(atATime, Thread.ofPlatform().daemon().name(name, 0).factory());
  }

  void run(Runnable work) {
    get(() -> {
      work.run();
      return true;
    });
  }

  /** Works when its turn comes; throws what the work throws. */
  <T> T get(Supplier<T> work) {
    try {
      return CompletableFuture.supplyAsync(work, threads).join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof RuntimeException failure) {
        throw failure;
      }
      if (e.getCause() instanceof Error failure) {
        throw failure;
      }
      throw e;
    }
  }

  void stop() {
    threads.shutdownNow();
  }
}
