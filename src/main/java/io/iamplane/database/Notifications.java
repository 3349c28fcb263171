package io.iamplane.database;

import io.iamplane.shared.Ticker;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.function.Consumer;

/**
 * Hears the notifications of a channel (PostgreSQL manual, "LISTEN"), on a connection beside the
 * pool. A signal may be lost, above all while the database is away: listeners also poll.
 */
@Singleton
public class Notifications {

  private final ControlConnections connections;
  private final Ticker ticker;

  Notifications(ControlConnections connections, Ticker ticker) {
    this.connections = connections;
    this.ticker = ticker;
  }

  /** Ends listening; the connection goes back. */
  @FunctionalInterface
  public interface Subscription extends AutoCloseable {
    @Override
    void close();
  }

  /**
   * Listens on a thread of its own until closed. Every subscription takes one of {@link
   * ControlConnections#CONNECTIONS} and one more: a process has one.
   *
   * @param channel a name that the program itself has
   * @param heard receives the text of every notification, and must be quick
   */
  public Subscription listen(String channel, Consumer<String> heard) {
    Thread thread =
        Thread.ofPlatform()
            .daemon()
            .name("iam-listen-" + channel)
            .start(new Listening(connections, ticker, channel, heard));
    return () -> {
      thread.interrupt();
      join(thread);
    };
  }

  private static void join(Thread thread) {
    try {
      thread.join(Duration.ofSeconds(2));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
