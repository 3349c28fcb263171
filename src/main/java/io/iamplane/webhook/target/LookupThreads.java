package io.iamplane.webhook.target;

import io.iamplane.shared.OrganizationId;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Divides threads among tenants: each runs a few look-ups at once, and a free thread goes to the
 * tenant with the fewest. A tenant with slow name servers delays only its own look-ups.
 */
final class LookupThreads implements AutoCloseable {

  private static final int QUEUED_PER_TENANT = 1_000;

  private final int most;
  private final int perTenant;
  private final ThreadPoolExecutor threads;
  private final Map<OrganizationId, Line> lines = new LinkedHashMap<>();
  private int running;

  LookupThreads(int most, int perTenant) {
    this.most = most;
    this.perTenant = perTenant;
    this.threads =
        new ThreadPoolExecutor(
            most,
            most,
            30,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            Thread.ofPlatform().daemon().name("iam-resolver-", 0).factory());
    threads.allowCoreThreadTimeOut(true);
  }

  /** Runs a look-up when it is its turn; false when too many of the tenant's wait. */
  synchronized boolean submit(OrganizationId tenant, Runnable lookup) {
    Line line = lines.computeIfAbsent(tenant, _ -> new Line());
    if (line.waiting.size() >= QUEUED_PER_TENANT) {
      return false;
    }
    line.waiting.add(lookup);
    startNext();
    return true;
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }

  private void startNext() {
    while (running < most && !threads.isShutdown()) {
      Optional<Map.Entry<OrganizationId, Line>> next =
          lines.entrySet().stream()
              .filter(line -> line.getValue().mayStart(perTenant))
              .min(Comparator.comparingInt(line -> line.getValue().running));
      if (next.isEmpty()) {
        return;
      }
      start(next.get().getKey(), next.get().getValue());
    }
  }

  private void start(OrganizationId tenant, Line line) {
    Runnable lookup = line.waiting.remove();
    line.running++;
    running++;
    threads.execute(() -> {
      try {
        lookup.run();
      } finally {
        ended(tenant, line);
      }
    });
  }

  private synchronized void ended(OrganizationId tenant, Line line) {
    line.running--;
    running--;
    if (line.running == 0 && line.waiting.isEmpty()) {
      lines.remove(tenant);
    }
    startNext();
  }

  /** The look-ups of one tenant. */
  private static final class Line {
    private final Queue<Runnable> waiting = new ArrayDeque<>();
    private int running;

    boolean mayStart(int perTenant) {
      return running < perTenant && !waiting.isEmpty();
    }
  }
}
