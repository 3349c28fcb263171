package io.iamplane.ops;

import io.iamplane.database.Sql;
import io.iamplane.shared.ReadinessProbe;
import jakarta.enterprise.context.ApplicationScoped;

/** The database answers, over the pool that everybody else uses. */
@ApplicationScoped
class DatabaseProbe implements ReadinessProbe {

  private final Sql sql;

  DatabaseProbe(Sql sql) {
    this.sql = sql;
  }

  @Override
  public String name() {
    return "database";
  }

  @Override
  public boolean ready() {
    return sql.first("SELECT 1", row -> true).isPresent();
  }
}
