package io.iamplane.http.connection;

import io.iamplane.shared.Ticker;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Set;

/** Makes room among many connections: those that have waited longest go first. */
final class Crowd {

  private static final long PAUSE_NANOS = Duration.ofMillis(100).toNanos();

  private final Set<GuardedConnection> open;
  private final Ticker ticker;
  private boolean inVain;
  private long lastLook;

  Crowd(Set<GuardedConnection> open, Ticker ticker) {
    this.open = open;
    this.ticker = ticker;
  }

  /** A connection with its idle time, fixed before sorting, since others go on meanwhile. */
  private record Idle(GuardedConnection connection, long since) {}

  /**
   * Closes idle connections, so that not every newcomer has to look through all. When none is idle,
   * the next look has time.
   */
  synchronized void makeRoom(int places) {
    long now = ticker.nanos();
    if (inVain && now - lastLook < PAUSE_NANOS) {
      return;
    }
    List<Idle> longest =
        open.stream()
            .filter(GuardedConnection::isIdle)
            .map(connection -> new Idle(connection, connection.since()))
            .sorted(Comparator.comparingLong(idle -> idle.since() - now))
            .limit(places)
            .toList();
    longest.forEach(idle -> idle.connection().cut());
    inVain = longest.isEmpty();
    lastLook = now;
  }
}
