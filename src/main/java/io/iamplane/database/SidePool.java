package io.iamplane.database;

import io.agroal.api.AgroalDataSource;
import io.agroal.api.cache.ConnectionCache;
import io.agroal.api.configuration.supplier.AgroalConnectionPoolConfigurationSupplier;
import io.agroal.api.configuration.supplier.AgroalDataSourceConfigurationSupplier;
import io.agroal.api.transaction.TransactionIntegration;
import io.agroal.pool.DataSource;
import java.util.function.UnaryOperator;

/**
 * Connections beside the pool, to the same database with the same settings. They are opened when
 * first needed, and none is part of the current transaction.
 */
final class SidePool {

  private SidePool() {}

  static DataSource beside(
      AgroalDataSource pool,
      int size,
      UnaryOperator<AgroalConnectionPoolConfigurationSupplier> otherwise) {
    AgroalConnectionPoolConfigurationSupplier settings =
        new AgroalConnectionPoolConfigurationSupplier(
                pool.getConfiguration().connectionPoolConfiguration())
            .initialSize(0)
            .minSize(0)
            .maxSize(size)
            // The pool's own would hand its connections out here, and bind them to transactions.
            .connectionCache(ConnectionCache.none())
            .transactionIntegration(TransactionIntegration.none());
    return new DataSource(
        new AgroalDataSourceConfigurationSupplier()
            .connectionPoolConfiguration(otherwise.apply(settings))
            .get());
  }
}
