package io.iamplane.database;

import io.quarkus.hibernate.orm.PersistenceUnitExtension;
import jakarta.inject.Singleton;
import org.hibernate.resource.jdbc.spi.StatementInspector;

/** Refuses statements of Hibernate in a {@link MemoryTransaction}. */
@Singleton
@PersistenceUnitExtension
class MemoryTransactionInspector implements StatementInspector {

  private static final long serialVersionUID = 1L;

  @Override
  public String inspect(String statement) {
    MemoryTransaction.requireNone();
    return statement;
  }
}
