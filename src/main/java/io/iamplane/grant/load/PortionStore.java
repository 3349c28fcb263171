package io.iamplane.grant.load;

import io.iamplane.change.Recording;
import io.iamplane.database.Sql;
import jakarta.inject.Singleton;

/** The settings and checks of a portion's transaction. */
@Singleton
class PortionStore {

  private final Sql sql;

  PortionStore(Sql sql) {
    this.sql = sql;
  }

  /**
   * Makes PostgreSQL find every row by its key until the transaction ends. It keeps plans from when
   * the tables of a new installation were small, until it analyzes them minutes later; these read
   * the whole table for each written record, and an import is the usual way for it to grow.
   */
  void findByKey(Recording recording) {
    sql.list("SELECT set_config('enable_seqscan', 'off', true)", row -> true);
  }
}
