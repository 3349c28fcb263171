package io.iamplane.governance.leastprivilege;

import io.iamplane.shared.OrganizationId;
import io.iamplane.testing.Rows;
import java.sql.SQLException;

/** Takes the tenants of other tests, which may be hundreds, off the list until they come back. */
final class OthersAside {

  /** Disables checks of foreign keys, so that other rows of a tenant stay unchanged. */
  private static final String AS_REPLICA = "SET session_replication_role = replica; ";

  private OthersAside() {}

  static OthersAside of(OrganizationId kept) throws SQLException {
    String others = " FROM iam_organizations WHERE kind = 'tenant' AND id <> '" + kept + "'; ";
    run("CREATE TABLE kept_others AS SELECT *" + others + "DELETE" + others);
    return new OthersAside();
  }

  void comeBack() throws SQLException {
    run("INSERT INTO iam_organizations SELECT * FROM kept_others; DROP TABLE kept_others");
  }

  private static void run(String sql) throws SQLException {
    Rows.with(statement -> statement.execute(AS_REPLICA + sql));
  }
}
