package io.iamplane.http;

import io.quarkus.virtual.threads.VirtualThreads;
import io.smallrye.mutiny.infrastructure.Infrastructure;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The threads of operations that wait for the database. A platform thread waits at less cost: each
 * round trip of a virtual one takes two more thread switches, half as much again as a whole write.
 * But many platform threads would take the processors from the event loops. So a few operations run
 * on platform threads, and further ones on virtual threads.
 */
@ApplicationScoped
class OperationThreads implements Executor {

  private static final int PER_PROCESSOR = 2;

  private final Executor system;
  private final Executor virtual;
  private final int few;
  private final AtomicInteger running = new AtomicInteger();

  @Inject
  OperationThreads(@VirtualThreads ExecutorService virtual) {
    this(
        Infrastructure.getDefaultExecutor(),
        virtual,
        PER_PROCESSOR * Runtime.getRuntime().availableProcessors());
  }

  OperationThreads(Executor system, Executor virtual, int few) {
    this.system = system;
    this.virtual = virtual;
    this.few = few;
  }

  @Override
  public void execute(Runnable operation) {
    Executor threads = running.incrementAndGet() > few ? virtual : system;
    boolean taken = false;
    try {
      threads.execute(() -> run(operation));
      taken = true;
    } finally {
      if (!taken) {
        running.decrementAndGet();
      }
    }
  }

  private void run(Runnable operation) {
    try {
      operation.run();
    } finally {
      running.decrementAndGet();
    }
  }
}
