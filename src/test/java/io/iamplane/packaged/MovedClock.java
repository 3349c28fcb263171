package io.iamplane.packaged;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * Moves the clock of one database, as sessions see it that begin afterwards: to them it differs
 * from the service's as if that of the service had moved. A function in front of PostgreSQL's own
 * does it, since processes share the clock of their machine.
 */
final class MovedClock {

  private final String url;

  MovedClock(String url) {
    this.url = url;
    String name = url.replaceFirst(".*/", "").replaceFirst("[?].*", "");
    execute(
        """
        CREATE TABLE moved_clock AS SELECT 0 AS seconds;
        CREATE FUNCTION public.clock_timestamp() RETURNS timestamptz LANGUAGE sql VOLATILE AS
          'SELECT pg_catalog.clock_timestamp() + seconds * interval ''1 second'' FROM public.moved_clock';
        ALTER DATABASE %s SET search_path = public, pg_catalog
        """
            .formatted(name));
  }

  /** From now on it is so many seconds ahead. */
  void move(int seconds) {
    execute("UPDATE moved_clock SET seconds = " + seconds);
  }

  private void execute(String sql) {
    try (Connection owner = DriverManager.getConnection(url, "postgres", "postgres");
        Statement statement = owner.createStatement()) {
      statement.execute(sql);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }
}
