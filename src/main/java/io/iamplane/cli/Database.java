package io.iamplane.cli;

import io.iamplane.database.DatabaseException;
import io.iamplane.database.DatabaseFailure;
import io.iamplane.ops.DatabaseCheck;
import io.iamplane.ops.SchemaVersion;
import jakarta.inject.Singleton;

/** Checks of the database before a command begins. */
@Singleton
class Database {

  private final DatabaseCheck check;
  private final SchemaVersion schema;

  Database(DatabaseCheck check, SchemaVersion schema) {
    this.check = check;
    this.schema = schema;
  }

  void requireConfigured() {
    if (!check.isConfigured()) {
      throw CommandException.usage(check.notConfigured().line());
    }
  }

  /** A command does not migrate; the rollout decides when that happens. */
  void requireSchema() {
    requireConfigured();
    if (!isSchemaSufficient()) {
      throw CommandException.unavailable(
          "the schema is missing or older than this build; run iam:migrate");
    }
  }

  private boolean isSchemaSufficient() {
    try {
      return schema.ready();
    } catch (DatabaseException e) {
      if (DatabaseFailure.of(e).filter(DatabaseFailure.DEFECT::equals).isPresent()) {
        // There is no table of migrations to ask.
        return false;
      }
      throw e;
    }
  }
}
