package io.iamplane.webhook.target;

import io.iamplane.shared.OrganizationId;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Asks the system's resolver, which caches for some seconds. On threads of its own: the call blocks
 * in native code, where a virtual thread would hold a processor that all others need. A tenant that
 * asks for a name that it is asking for waits for the same answer, so that one dead name server
 * holds one thread for each of its names, and a few of a tenant's at most.
 */
public final class SystemResolver implements TenantResolvers, AutoCloseable {

  private static final Duration LIMIT = Duration.ofSeconds(5);
  private static final int THREADS = 64;
  private static final int THREADS_PER_TENANT = 8;

  private final Lookup lookup;
  private final Duration limit;
  private final Map<Question, Asked> asked = new ConcurrentHashMap<>();
  private final LookupThreads threads;

  @FunctionalInterface
  public interface Lookup {
    InetAddress[] find(String name) throws UnknownHostException;
  }

  /** Another tenant's question waits in another line, though it be for the same name. */
  private record Question(OrganizationId tenant, String name) {}

  /** Threads are made when they are needed. */
  public SystemResolver() {
    this(InetAddress::getAllByName, LIMIT, THREADS, THREADS_PER_TENANT);
  }

  /**
   * @param limit how long an answer is waited for
   * @param most how many look-ups run at once
   * @param perTenant how many of them for one tenant
   */
  public SystemResolver(Lookup lookup, Duration limit, int most, int perTenant) {
    this.lookup = lookup;
    this.limit = limit;
    this.threads = new LookupThreads(most, perTenant);
  }

  @Override
  public NameResolver of(OrganizationId tenant) {
    return name -> resolve(new Question(tenant, name));
  }

  private List<InetAddress> resolve(Question question) throws UnknownHostException {
    String name = question.name();
    Asked asking = asked.computeIfAbsent(question, Asked::new);
    if (!asking.begin()) {
      asked.remove(question, asking);
      throw new ResolverBusyException(name);
    }
    try {
      return asking.answer.get(limit.toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      throw asking.started ? new UnknownHostException(name) : new ResolverBusyException(name);
    } catch (ExecutionException e) {
      throw new UnknownHostException(name);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ResolverBusyException(name);
    }
  }

  @Override
  public void close() {
    threads.close();
  }

  /** A pending lookup, shared by all callers. */
  private final class Asked {

    private final Question question;
    private final CompletableFuture<List<InetAddress>> answer = new CompletableFuture<>();
    private boolean queued;
    private volatile boolean started;

    Asked(Question question) {
      this.question = question;
    }

    synchronized boolean begin() {
      queued = queued || threads.submit(question.tenant(), this::run);
      return queued;
    }

    private void run() {
      started = true;
      try {
        answer.complete(List.of(lookup.find(question.name())));
      } catch (UnknownHostException | RuntimeException e) {
        answer.completeExceptionally(e);
      } finally {
        asked.remove(question, this);
      }
    }
  }
}
