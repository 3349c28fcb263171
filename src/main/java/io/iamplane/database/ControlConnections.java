package io.iamplane.database;

import io.agroal.api.AgroalDataSource;
import io.agroal.api.cache.ConnectionCache;
import io.agroal.api.configuration.supplier.AgroalConnectionPoolConfigurationSupplier;
import io.agroal.api.configuration.supplier.AgroalDataSourceConfigurationSupplier;
import io.agroal.api.transaction.TransactionIntegration;
import io.agroal.pool.DataSource;
import jakarta.annotation.PreDestroy;
import jakarta.inject.Singleton;
import java.sql.Connection;
import java.sql.SQLException;

/**
 * A few connections beside the pool, to the same database with the same settings, for what must be
 * answered while requests hold all others: whether policies and keys in memory are fresh, what
 * changed in them, and whether the database is there. Nothing on them is part of a transaction.
 */
@Singleton
public class ControlConnections {

  /** Held by who listens, for as long as the process decides or delivers. */
  private static final int LISTENING = 1;

  private final DataSource connections;
  private final Sql sql;

  ControlConnections(AgroalDataSource pool, PoolConfig config) {
    AgroalConnectionPoolConfigurationSupplier settings =
        new AgroalConnectionPoolConfigurationSupplier(
                pool.getConfiguration().connectionPoolConfiguration())
            .initialSize(0)
            .minSize(0)
            .maxSize(config.controlConnections() + LISTENING)
            // The pool's own would hand its connections out here, and bind them to transactions.
            .connectionCache(ConnectionCache.none())
            .transactionIntegration(TransactionIntegration.none());
    this.connections =
        new DataSource(
            new AgroalDataSourceConfigurationSupplier()
                .connectionPoolConfiguration(settings)
                .get());
    this.sql = new Sql(connections, () -> PoolShares.Share.FREE, Sql.Prelude.NONE);
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
