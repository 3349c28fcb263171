package io.iamplane.metrics.audit;

import io.iamplane.database.Sql;
import io.iamplane.shared.OrganizationId;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads the result of the last verification of a chain. */
@Singleton
class IntegrityReader {

  private final Sql sql;

  IntegrityReader(Sql sql) {
    this.sql = sql;
  }

  /** The last verification: its end, its last record and its finding, null if none. */
  record Verified(Instant at, long seq, @Nullable String cause) {}

  Optional<Verified> verified(OrganizationId organization) {
    return sql.first(
        """
        SELECT finished_at, to_seq, cause FROM iam_audit_verifications
        WHERE organization_id = ? ORDER BY id DESC LIMIT 1
        """,
        row ->
            new Verified(
                Sql.instant(row, "finished_at"), row.getLong("to_seq"), row.getString("cause")),
        organization.value());
  }
}
