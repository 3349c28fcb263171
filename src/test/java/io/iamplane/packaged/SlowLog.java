package io.iamplane.packaged;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * Slows down only the table of the decision log: a trigger waits before each block. The rate of the
 * log is then known, on any machine.
 */
final class SlowLog {

  private final String url;

  /** Puts the trigger in place, which does not wait yet. */
  SlowLog(String url) throws SQLException {
    this.url = url;
    restore();
    execute(
        """
        CREATE TRIGGER slow_log BEFORE INSERT ON iam_decisions
        FOR EACH ROW EXECUTE FUNCTION slow_log()
        """);
  }

  /** From now on the table takes so many decisions in a second at most. */
  void limit(int perSecond) throws SQLException {
    wait("NEW.decisions / " + perSecond + ".0");
  }

  /** From now on each block takes so many seconds. */
  void delay(int seconds) throws SQLException {
    wait(Integer.toString(seconds));
  }

  /** Waits no more. */
  void restore() throws SQLException {
    wait("0");
  }

  private void wait(String seconds) throws SQLException {
    execute(
        """
        CREATE OR REPLACE FUNCTION slow_log() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
          PERFORM pg_sleep(%s);
          RETURN NEW;
        END $$
        """
            .formatted(seconds));
  }

  private void execute(String sql) throws SQLException {
    try (Connection owner = DriverManager.getConnection(url, "postgres", "postgres");
        Statement statement = owner.createStatement()) {
      statement.execute(sql);
    }
  }
}
