package io.iamplane.http.limit;

import io.iamplane.shared.IamException;
import io.iamplane.shared.OrganizationId;
import jakarta.inject.Singleton;
import java.util.HashMap;
import java.util.Map;

/**
 * Bounds how many bulk operations run at once. Those beyond do not wait: each would hold a thread.
 */
@Singleton
class BulkPermits {

  private static final int RETRY_AFTER_SECONDS = 2;

  /** Previews, diffs, catalogs, effective permissions, verifications and exports of one tenant. */
  private static final int PER_TENANT = 2;

  /** Half of the connections, and a fraction of the worker threads. */
  private static final int IN_ALL = 8;

  private final Map<OrganizationId, Integer> running = new HashMap<>();
  private int all;

  /** The right to run one bulk operation, until it is closed once. */
  @FunctionalInterface
  public interface Permit extends AutoCloseable {
    @Override
    void close();
  }

  /**
   * @throws IamException TOO_MANY_REQUESTS when the tenant, or all together, have as many as may
   *     run
   */
  public synchronized Permit take(OrganizationId tenant) {
    int own = running.getOrDefault(tenant, 0);
    if (own >= PER_TENANT || all >= IN_ALL) {
      throw IamException.tooMany(
          "Too many large reads are running. Try again later.", RETRY_AFTER_SECONDS);
    }
    running.put(tenant, own + 1);
    all++;
    return () -> giveBack(tenant);
  }

  public synchronized int size() {
    return all;
  }

  private synchronized void giveBack(OrganizationId tenant) {
    running.computeIfPresent(tenant, (_, count) -> count == 1 ? null : count - 1);
    all--;
  }
}
