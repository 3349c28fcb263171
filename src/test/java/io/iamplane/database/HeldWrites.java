package io.iamplane.database;

import static org.awaitility.Awaitility.await;

import io.agroal.api.AgroalDataSource;
import jakarta.annotation.PreDestroy;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/** Writes of several tenants that wait for one another, so that it is known which are combined. */
@ApplicationScoped
public class HeldWrites {

  private static final Duration SOON = Duration.ofMillis(1);

  private final AtomicLong time = new AtomicLong();
  private final CombinedConnections connections;
  private volatile HoldingWriter latest;

  HeldWrites(AgroalDataSource pool) {
    // No failure is remembered.
    connections =
        new CombinedConnections(pool, () -> time.addAndGet(CombinedConnections.PAUSE.toNanos()));
  }

  /**
   * The first one is written for itself, once so many more wait; these are written together. None
   * loses patience, since time stands still.
   */
  public CombinedWrites once(int waiting) {
    HoldingWriter writer = new HoldingWriter(waiting);
    CombinedWrites combined = new CombinedWrites(writer, () -> 0);
    writer.combined = combined;
    latest = writer;
    return combined;
  }

  /** Waits until the first write is about to begin: later ones are not combined with it. */
  public void awaitFirst() {
    HoldingWriter writer = latest;
    await().pollInterval(SOON).until(writer.hasBegun::get);
  }

  /** The number of writes that are not combined. */
  public static int first() {
    return 1;
  }

  private final class HoldingWriter implements CombinedWrites.Writer {

    private final AtomicBoolean hasBegun = new AtomicBoolean();
    private final int waiting;
    private volatile CombinedWrites combined;

    HoldingWriter(int waiting) {
      this.waiting = waiting;
    }

    @Override
    public CombinedWrites.Outcome write(List<Write> writes, Runnable written) {
      if (!hasBegun.getAndSet(true)) {
        await().pollInterval(SOON).until(() -> combined.waiting() == waiting);
      }
      return connections.write(writes, written);
    }
  }

  @PreDestroy
  void stop() {
    connections.stop();
  }
}
