package io.iamplane.testing;

import static org.awaitility.Awaitility.await;

import io.iamplane.database.Sql;
import io.iamplane.database.Transactions;
import io.iamplane.shared.Caller;
import io.iamplane.shared.wire.CurrentCaller;
import io.quarkus.arc.Arc;
import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Work as that of requests, some of which hold a connection of the pool until they may end. */
@Dependent
public class BusyRequests {

  private static final String NETWORK = "somewhere";

  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final CountDownLatch end = new CountDownLatch(1);
  private final AtomicInteger holding = new AtomicInteger();

  @Inject Transactions transactions;
  @Inject Sql sql;
  @Inject CurrentCaller current;

  /** Begins as many as hold a connection each, and returns when they do. */
  public List<Future<Boolean>> hold(@Nullable Caller caller, int connections) {
    List<Future<Boolean>> held = new ArrayList<>();
    int before = holding.get();
    for (int i = 0; i < connections; i++) {
      held.add(begin(as(caller, NETWORK, this::holds)));
    }
    await().until(() -> holding.get() == before + connections);
    return held;
  }

  /** Begins work on a thread of its own. */
  public <T> Future<T> begin(Supplier<T> work) {
    return threads.submit(work::get);
  }

  /** Work of a request of a caller, or of none, from an address. */
  public <T> Supplier<T> as(@Nullable Caller caller, String network, Supplier<T> work) {
    return () -> {
      var request = Arc.container().requestContext();
      request.activate();
      try {
        current.from(network);
        if (caller != null) {
          current.set(caller);
        }
        return work.get();
      } finally {
        request.terminate();
      }
    };
  }

  /** Holds a connection until {@link #letGo}. */
  public boolean holds() {
    return transactions.call(() -> {
      sql.first("SELECT 1", row -> true);
      holding.incrementAndGet();
      try {
        end.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      return true;
    });
  }

  /** Counts the requests that have held one. */
  public int holding() {
    return holding.get();
  }

  /** Lets all that hold a connection end. */
  public void letGo() {
    end.countDown();
  }

  /** Ends all, and waits for them. */
  public void close() {
    letGo();
    threads.close();
  }
}
