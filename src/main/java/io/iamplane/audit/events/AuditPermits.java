package io.iamplane.audit.events;

import io.iamplane.shared.IamException;
import io.iamplane.shared.OrganizationId;
import jakarta.inject.Singleton;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Bounds how many requests read whole chains at once, since each holds a connection and a snapshot
 * of the database: three altogether, one of an organization.
 */
@Singleton
public class AuditPermits {

  private static final int AT_ONCE = 3;

  private final Semaphore turns = new Semaphore(AT_ONCE);
  private final Set<OrganizationId> reading = ConcurrentHashMap.newKeySet();

  /**
   * Takes a turn, to be closed.
   *
   * @throws IamException TOO_MANY_REQUESTS when no permit is free
   */
  public Turn take(OrganizationId organization) {
    if (!reading.add(organization)) {
      throw busy();
    }
    if (!turns.tryAcquire()) {
      reading.remove(organization);
      throw busy();
    }
    return new Turn(organization);
  }

  private static IamException busy() {
    return IamException.tooMany("Another verification or export is running; try again later.", 10);
  }

  /** The right to read a chain; closed more than once, it counts once. */
  public final class Turn implements AutoCloseable {

    private final OrganizationId organization;
    private final AtomicBoolean over = new AtomicBoolean();

    private Turn(OrganizationId organization) {
      this.organization = organization;
    }

    @Override
    public void close() {
      if (over.compareAndSet(false, true)) {
        reading.remove(organization);
        turns.release();
      }
    }
  }
}
