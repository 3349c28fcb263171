package io.iamplane.webhook.target;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Asks the system's resolver, which caches for some seconds. On threads of its own: the call blocks
 * in native code, where a virtual thread would hold a processor that all others need.
 */
public final class SystemResolver implements NameResolver, AutoCloseable {

  private static final Duration LIMIT = Duration.ofSeconds(5);
  private static final int THREADS = 32;

  private final ThreadPoolExecutor threads =
      new ThreadPoolExecutor(
          THREADS,
          THREADS,
          30,
          TimeUnit.SECONDS,
          new LinkedBlockingQueue<>(),
          Thread.ofPlatform().daemon().name("iam-resolver-", 0).factory());

  /** Threads are made when they are needed. */
  public SystemResolver() {
    threads.allowCoreThreadTimeOut(true);
  }

  @Override
  public List<InetAddress> resolve(String name) throws UnknownHostException {
    try {
      Future<InetAddress[]> answer = threads.submit(() -> InetAddress.getAllByName(name));
      return List.of(answer.get(LIMIT.toMillis(), TimeUnit.MILLISECONDS));
    } catch (ExecutionException | TimeoutException | RejectedExecutionException e) {
      throw new UnknownHostException(name);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new UnknownHostException(name);
    }
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }
}
