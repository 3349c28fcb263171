package io.iamplane.database;

import static org.awaitility.Awaitility.await;

import io.agroal.api.AgroalDataSource;
import jakarta.annotation.PreDestroy;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** Writes of several tenants that wait for one another, so that it is known which are combined. */
@ApplicationScoped
public class HeldWrites {

  private static final Duration SOON = Duration.ofMillis(1);

  private final AtomicLong time = new AtomicLong();
  private final CombinedConnections connections;

  HeldWrites(AgroalDataSource pool) {
    // No failure is remembered.
    connections =
        new CombinedConnections(pool, () -> time.addAndGet(CombinedConnections.PAUSE.toNanos()));
  }

  /**
   * The first ones are written each for itself, once so many more wait; these are written together.
   * None loses patience.
   */
  public CombinedWrites once(int waiting) {
    HoldingWriter writer = new HoldingWriter(waiting);
    CombinedWrites combined = new CombinedWrites(writer, () -> 0);
    writer.combined = combined;
    return combined;
  }

  /** How many are written each for itself. */
  public static int first() {
    return CombinedWrites.AT_A_TIME;
  }

  private final class HoldingWriter implements CombinedWrites.Writer {

    private final AtomicInteger begun = new AtomicInteger();
    private final AtomicBoolean haveCome = new AtomicBoolean();
    private final int waiting;
    private volatile CombinedWrites combined;

    HoldingWriter(int waiting) {
      this.waiting = waiting;
    }

    @Override
    public CombinedWrites.Outcome write(List<Write> writes, Runnable written) {
      if (begun.getAndIncrement() < CombinedWrites.AT_A_TIME) {
        await().pollInterval(SOON).until(this::haveCome);
      }
      return connections.write(writes, written);
    }

    /** The first one that sees it lets the other one go on as well. */
    private boolean haveCome() {
      if (combined.waiting() == waiting) {
        haveCome.set(true);
      }
      return haveCome.get();
    }
  }

  @PreDestroy
  void stop() {
    connections.stop();
  }
}
