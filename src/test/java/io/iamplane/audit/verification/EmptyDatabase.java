package io.iamplane.audit.verification;

import io.iamplane.testing.Rows;
import java.sql.SQLException;
import java.util.List;

/** Puts the application in front of a schema without tables until it is closed. */
public final class EmptyDatabase implements AutoCloseable {

  public EmptyDatabase() throws SQLException {
    Rows.update("ALTER SCHEMA public RENAME TO kept_public");
    Rows.update("CREATE SCHEMA public");
  }

  public List<String> tables() throws SQLException {
    return Rows.texts("SELECT tablename FROM pg_tables WHERE schemaname = 'public'");
  }

  @Override
  public void close() throws SQLException {
    Rows.update("DROP SCHEMA public CASCADE");
    Rows.update("ALTER SCHEMA kept_public RENAME TO public");
  }
}
