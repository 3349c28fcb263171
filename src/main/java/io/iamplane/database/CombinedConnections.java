package io.iamplane.database;

import io.agroal.api.AgroalDataSource;
import io.agroal.api.AgroalDataSource.FlushMode;
import io.agroal.pool.DataSource;
import io.iamplane.database.CombinedWrites.Outcome;
import io.iamplane.shared.Ticker;
import jakarta.annotation.PreDestroy;
import jakarta.inject.Singleton;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/** The connections that {@link CombinedWrites} are made on. */
@Singleton
class CombinedConnections implements CombinedWrites.Writer {

  private static final Logger LOG = Logger.getLogger(CombinedConnections.class);

  /**
   * A connection in use a moment ago is not validated before its next use: if it is lost all the
   * same, the writes go to other connections.
   */
  private static final Duration TRIED_AFTER = Duration.ofSeconds(1);

  /**
   * A row locked elsewhere must not delay the writes of other tenants. Every row is found by its
   * key, also with a plan made while the table was small. For the transaction alone, since behind a
   * pooler the next one may be another client's.
   */
  private static final Write SETTINGS =
      new Write(
          Write.ANY,
          "SELECT set_config('lock_timeout', '50ms', true),"
              + " set_config('enable_seqscan', 'off', true),"
              + " set_config('enable_bitmapscan', 'off', true)");

  /** After a failure that is no tenant's own, each writes for itself for a while. */
  static final Duration PAUSE = Duration.ofSeconds(1);

  private final DataSource connections;
  private final Ticker ticker;
  private volatile @Nullable Long failedAt;

  CombinedConnections(AgroalDataSource pool, Ticker ticker) {
    this.ticker = ticker;
    this.connections =
        SidePool.beside(
            pool,
            CombinedWrites.AT_A_TIME,
            settings -> settings.validateOnBorrow(false).idleValidationTimeout(TRIED_AFTER));
  }

  @Override
  public Outcome write(List<Write> writes, Runnable written) {
    if (isPaused()) {
      return Outcome.NOTHING;
    }
    Connection connection;
    try {
      connection = connections.getConnection();
    } catch (SQLException | RuntimeException e) {
      pause(e);
      return Outcome.NOTHING;
    }
    boolean isOpen = true;
    try {
      if (!isWritten(connection, writes)) {
        return Outcome.NOTHING;
      }
      written.run();
      isOpen = false;
      return isCommitted(connection) ? Outcome.COMMITTED : Outcome.UNKNOWN;
    } finally {
      if (isOpen) {
        // Returning a connection would commit its open transaction.
        undo(connection);
      }
      giveBack(connection);
    }
  }

  private boolean isPaused() {
    Long failed = failedAt;
    return failed != null && ticker.nanos() - failed < PAUSE.toNanos();
  }

  /** Other connections, which are not tried before they are used, may be lost as well. */
  private void pause(Exception failure) {
    LOG.debug("a combined write failed; each change is written separately for now", failure);
    failedAt = ticker.nanos();
    connections.flush(FlushMode.IDLE);
  }

  private boolean isWritten(Connection connection, List<Write> writes) {
    try {
      connection.setAutoCommit(false);
      List<Write> all = Stream.concat(Stream.of(SETTINGS), writes.stream()).toList();
      RoundTrip.of(new OneConnection(connection), all).run();
      return true;
    } catch (SQLException | RuntimeException e) {
      if (DatabaseFailure.of(e).filter(DatabaseFailure.UNAVAILABLE::equals).isPresent()) {
        pause(e);
      }
      return false;
    }
  }

  /** Runs statements on one connection; {@link CombinedConnections} ends its transaction. */
  private final class OneConnection extends Sql {

    private final Connection connection;

    OneConnection(Connection connection) {
      super(connections, () -> PoolShares.Share.FREE);
      this.connection = connection;
    }

    @Override
    <T> T withStatement(String text, StatementWork<T> work) {
      try (PreparedStatement statement = connection.prepareStatement(text)) {
        return work.run(statement);
      } catch (SQLException e) {
        throw new DatabaseException(e);
      }
    }
  }

  private static void undo(Connection connection) {
    try {
      connection.rollback();
    } catch (SQLException e) {
      // The server rolls back by itself when the connection is gone.
      LOG.debug("a rollback was not acknowledged", e);
    }
  }

  /** Commits; false if the server does not confirm it, which may have committed all the same. */
  private boolean isCommitted(Connection connection) {
    try {
      connection.commit();
      return true;
    } catch (SQLException e) {
      pause(e);
      return false;
    }
  }

  /** Closes a connection. A failure here has no effect. */
  private static void giveBack(Connection connection) {
    try {
      connection.close();
    } catch (SQLException e) {
      LOG.debug("could not return a connection to the pool", e);
    }
  }

  @PreDestroy
  void stop() {
    connections.close();
  }
}
