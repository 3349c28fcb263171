package io.iamplane.database;

import io.agroal.api.AgroalDataSource;
import io.agroal.api.AgroalDataSource.FlushMode;
import io.agroal.api.AgroalPoolInterceptor;
import io.agroal.pool.DataSource;
import jakarta.annotation.PreDestroy;
import jakarta.inject.Singleton;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;

/**
 * A few connections beside the pool, to the same database with the same settings, for queries that
 * need an answer while requests hold all others: the freshness of policies and keys in memory,
 * their changes, and the probe of the database. Nothing on them is part of a transaction.
 */
@Singleton
public class ControlConnections {

  /** For the freshness of policies and keys, and for probes. */
  public static final int CONNECTIONS = 4;

  /** The longest wait for an answer; then a connection counts as lost. */
  private static final Duration PATIENCE = Duration.ofSeconds(3);

  /** Held by listeners for as long as the process decides or delivers. */
  static final int LISTENING = 1;

  private final AgroalDataSource pool;
  private final DataSource connections;
  private final Sql sql;

  ControlConnections(AgroalDataSource pool) {
    this.pool = pool;
    this.connections = SidePool.beside(pool, CONNECTIONS + LISTENING, settings -> settings);
    this.connections.setPoolInterceptors(List.of(new Patience(PATIENCE)));
    this.sql = new ControlSql();
  }

  /** Limits the wait for an answer: a longer one would delay the detection of a recovery. */
  private record Patience(Duration time) implements AgroalPoolInterceptor {

    @Override
    public void onConnectionCreate(Connection connection) {
      try {
        connection.setNetworkTimeout(Runnable::run, (int) time.toMillis());
      } catch (SQLException e) {
        throw new DatabaseException(e);
      }
    }
  }

  /**
   * Control connections are used more often than any other. A loss here is the first sign that the
   * network swallows packets: the idle connections of the pools are closed then. Otherwise each
   * would be validated before the first new one, for seconds each, when the network is back.
   */
  private final class ControlSql extends Sql {

    ControlSql() {
      super(connections, () -> PoolShares.Share.FREE);
    }

    @Override
    <T> T withStatement(String text, StatementWork<T> work) {
      try {
        return super.withStatement(text, work);
      } catch (DatabaseException e) {
        if (DatabaseFailure.isLostConnection(e)) {
          connections.flush(FlushMode.IDLE);
          pool.flush(FlushMode.IDLE);
        }
        throw e;
      }
    }
  }

  /** For short reads of a bounded size. */
  public Sql sql() {
    return sql;
  }

  /** To be kept for long; gives it back when closed. */
  Connection connection() throws SQLException {
    return connections.getConnection();
  }

  @PreDestroy
  void stop() {
    connections.close();
  }
}
