package io.iamplane.grant.load;

import io.iamplane.change.Recording;
import io.iamplane.database.Sql;
import jakarta.inject.Singleton;

/** What a portion asks of its transaction. */
@Singleton
class PortionStore {

  private final Sql sql;

  PortionStore(Sql sql) {
    this.sql = sql;
  }

  /**
   * Has every row found by its key until the transaction ends. PostgreSQL keeps plans from when the
   * tables of a new installation were small, until it analyzes them minutes later; these read the
   * whole table for each record that is written, and an import is what makes it large.
   */
  void findByKey(Recording recording) {
    sql.list("SELECT set_config('enable_seqscan', 'off', true)", row -> true);
  }
}
