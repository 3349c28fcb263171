package io.iamplane.webhook.target;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Asks the system's resolver, which caches for some seconds. On threads of its own: the call blocks
 * in native code, where a virtual thread would hold a processor that all others need. Whoever asks
 * for a name that is being asked for waits for the same answer, so that one dead name server holds
 * one thread for each of its names.
 */
public final class SystemResolver implements NameResolver, AutoCloseable {

  private static final Duration LIMIT = Duration.ofSeconds(5);
  private static final int THREADS = 64;
  private static final int QUEUED = 1_000;

  private final Lookup lookup;
  private final Duration limit;
  private final Map<String, Asked> asked = new ConcurrentHashMap<>();
  private final ThreadPoolExecutor threads;

  /** What answers in the end. */
  @FunctionalInterface
  interface Lookup {
    InetAddress[] find(String name) throws UnknownHostException;
  }

  /** Threads are made when they are needed. */
  public SystemResolver() {
    this(InetAddress::getAllByName, LIMIT, THREADS);
  }

  SystemResolver(Lookup lookup, Duration limit, int most) {
    this.lookup = lookup;
    this.limit = limit;
    this.threads =
        new ThreadPoolExecutor(
            most,
            most,
            30,
            TimeUnit.SECONDS,
            new ArrayBlockingQueue<>(QUEUED),
            Thread.ofPlatform().daemon().name("iam-resolver-", 0).factory());
    threads.allowCoreThreadTimeOut(true);
  }

  @Override
  public List<InetAddress> resolve(String name) throws UnknownHostException {
    Asked asking = asked.computeIfAbsent(name, Asked::new);
    try {
      asking.begin();
      return asking.answer.get(limit.toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      throw asking.started ? new UnknownHostException(name) : new ResolverBusyException(name);
    } catch (RejectedExecutionException e) {
      asked.remove(name, asking);
      throw new ResolverBusyException(name);
    } catch (ExecutionException e) {
      throw new UnknownHostException(name);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ResolverBusyException(name);
    }
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }

  /** A name that is being asked for, by whoever came first. */
  private final class Asked {

    private final String name;
    private final CompletableFuture<List<InetAddress>> answer = new CompletableFuture<>();
    private boolean queued;
    private volatile boolean started;

    Asked(String name) {
      this.name = name;
    }

    synchronized void begin() {
      if (!queued) {
        threads.execute(this::run);
        queued = true;
      }
    }

    private void run() {
      started = true;
      try {
        answer.complete(List.of(lookup.find(name)));
      } catch (UnknownHostException | RuntimeException e) {
        answer.completeExceptionally(e);
      } finally {
        asked.remove(name, this);
      }
    }
  }
}
