package io.iamplane.database;

import io.quarkus.hibernate.orm.PersistenceUnitExtension;
import jakarta.inject.Singleton;
import org.hibernate.resource.jdbc.spi.StatementInspector;

/** Sends the postponed statements before statements of Hibernate; see {@link Savepoints}. */
@Singleton
@PersistenceUnitExtension
class EntitySavepoints implements StatementInspector {

  private static final long serialVersionUID = 1L;

  private final transient Sql sql;

  EntitySavepoints(Sql sql) {
    this.sql = sql;
  }

  @Override
  public String inspect(String statement) {
    sql.secure(statement);
    return statement;
  }
}
