package io.iamplane.database;

import io.iamplane.shared.Ticker;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jboss.logging.Logger;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;

/**
 * Listens on a channel until its thread is interrupted, on one connection after the other. Behind a
 * pooler that lends connections for a transaction, nothing that is notified arrives: so each
 * connection is greeted from another one, and given up when the greeting is not heard.
 */
final class Listening implements Runnable {

  private static final Logger LOG = Logger.getLogger(Listening.class);

  private static final int LOOK_MILLIS = 500;

  /** The least time between two polls: notifications in between are heard together. */
  private static final Duration PACE = Duration.ofMillis(20);

  /**
   * A connection on which nothing was heard for so long is tried: it may have been cut silently.
   */
  private static final Duration SILENCE = Duration.ofSeconds(10);

  private static final Duration GREETING = Duration.ofSeconds(3);
  private static final Duration FIRST_PAUSE = Duration.ofMillis(100);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(5);
  private static final Duration DEAF_PAUSE = Duration.ofMinutes(1);

  private final ControlConnections connections;
  private final Ticker ticker;
  private final String channel;
  private final Consumer<String> heard;
  private Duration pause = FIRST_PAUSE;
  private boolean deaf;

  Listening(ControlConnections connections, Ticker ticker, String channel, Consumer<String> heard) {
    this.connections = connections;
    this.ticker = ticker;
    this.channel = channel;
    this.heard = heard;
  }

  @Override
  public void run() {
    while (!Thread.currentThread().isInterrupted()) {
      try (Connection connection = connections.connection();
          Statement statement = connection.createStatement()) {
        try {
          listen(statement);
          hear(connection.unwrap(PGConnection.class), statement);
        } finally {
          // After a failure too: the connection may go back and be lent to others.
          statement.execute("UNLISTEN " + channel);
        }
      } catch (SQLException | RuntimeException e) {
        LOG.debug("listening for notifications was interrupted; will retry", e);
      }
      LockSupport.parkNanos(this, pause.toNanos());
      pause =
          pause.multipliedBy(2).compareTo(LONGEST_PAUSE) < 0
              ? pause.multipliedBy(2)
              : LONGEST_PAUSE;
    }
  }

  private void listen(Statement statement) throws SQLException {
    statement.execute("LISTEN " + channel);
  }

  private void hear(PGConnection connection, Statement statement) throws SQLException {
    String greeting = "hello " + UUID.randomUUID();
    connections.sql().list("SELECT pg_notify(?, ?)", row -> true, channel, greeting);
    long began = ticker.nanos();
    long last = began;
    boolean greeted = false;
    while (!Thread.currentThread().isInterrupted()) {
      PGNotification[] notifications = connection.getNotifications(LOOK_MILLIS);
      long now = ticker.nanos();
      for (PGNotification each : notifications) {
        last = now;
        if (each.getParameter().equals(greeting)) {
          greeted = true;
          hears();
        } else {
          heard.accept(each.getParameter());
        }
      }
      if (!greeted && now - began > GREETING.toNanos()) {
        isDeaf();
        return;
      }
      if (now - last > SILENCE.toNanos()) {
        listen(statement); // changes nothing, and fails where the connection is gone
        last = now;
      }
      LockSupport.parkNanos(this, notifications.length == 0 ? 0 : PACE.toNanos());
    }
  }

  private void hears() {
    pause = FIRST_PAUSE;
    if (deaf) {
      deaf = false;
      LOG.info("database notifications are arriving again");
    }
  }

  private void isDeaf() {
    pause = DEAF_PAUSE;
    if (!deaf) {
      deaf = true;
      LOG.warn(
          "database notifications are not arriving, possibly because of a connection pooler in"
              + " transaction mode; changes by other replicas are detected only by polling");
    }
  }
}
