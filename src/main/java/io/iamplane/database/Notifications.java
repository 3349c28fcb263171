package io.iamplane.database;

import jakarta.inject.Singleton;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import javax.sql.DataSource;
import org.jboss.logging.Logger;
import org.postgresql.PGConnection;

/**
 * Hears what is notified on a channel (PostgreSQL manual, "LISTEN"). Holds one connection while it
 * listens. A signal may be lost, above all while the database is away: who listens also polls.
 */
@Singleton
public class Notifications {

  private static final Logger LOG = Logger.getLogger(Notifications.class);
  private static final int LOOK_MILLIS = 500;
  private static final Duration AGAIN = Duration.ofSeconds(2);

  private final DataSource dataSource;

  Notifications(DataSource dataSource) {
    this.dataSource = dataSource;
  }

  /** Ends listening; the connection goes back. */
  @FunctionalInterface
  public interface Subscription extends AutoCloseable {
    @Override
    void close();
  }

  /**
   * Listens on a thread of its own until closed.
   *
   * @param channel a name that the program itself has
   * @param heard receives every notification, and must be quick
   */
  public Subscription listen(String channel, Runnable heard) {
    Thread thread =
        Thread.ofPlatform()
            .daemon()
            .name("iam-listen-" + channel)
            .start(() -> listenUntilInterrupted(channel, heard));
    return () -> {
      thread.interrupt();
      join(thread);
    };
  }

  private void listenUntilInterrupted(String channel, Runnable heard) {
    while (!Thread.currentThread().isInterrupted()) {
      try (Connection connection = dataSource.getConnection()) {
        hear(connection, channel, heard);
      } catch (SQLException e) {
        LOG.debug("change notifications are interrupted", e);
        LockSupport.parkNanos(this, AGAIN.toNanos());
      }
    }
  }

  private static void hear(Connection connection, String channel, Runnable heard)
      throws SQLException {
    try (var statement = connection.createStatement()) {
      statement.execute("LISTEN " + channel);
      PGConnection postgres = connection.unwrap(PGConnection.class);
      while (!Thread.currentThread().isInterrupted()) {
        if (postgres.getNotifications(LOOK_MILLIS).length > 0) {
          heard.run();
        }
      }
      statement.execute("UNLISTEN " + channel);
    }
  }

  private static void join(Thread thread) {
    try {
      thread.join(Duration.ofSeconds(2));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
