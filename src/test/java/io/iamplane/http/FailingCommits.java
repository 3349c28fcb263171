package io.iamplane.http;

import io.iamplane.testing.Rows;
import java.sql.SQLException;

/**
 * Has every change fail at its commit, after everything was written: the hardest moment. One
 * trigger stays for all: when one is made or dropped, every session plans its statements again.
 */
final class FailingCommits {

  private FailingCommits() {}

  /** Nothing fails yet. */
  static void watch() throws SQLException {
    succeed();
    Rows.update(
        "CREATE CONSTRAINT TRIGGER test_no_commit AFTER INSERT ON iam_audit_records"
            + " DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION test_no_commit()");
  }

  static void end() throws SQLException {
    Rows.update("DROP TRIGGER IF EXISTS test_no_commit ON iam_audit_records");
  }

  static void fail() throws SQLException {
    atCommit("RAISE EXCEPTION 'no commit today'");
  }

  static void succeed() throws SQLException {
    atCommit("RETURN NULL");
  }

  private static void atCommit(String statement) throws SQLException {
    Rows.update(
        "CREATE OR REPLACE FUNCTION test_no_commit() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN %s; END $$"
            .formatted(statement));
  }
}
