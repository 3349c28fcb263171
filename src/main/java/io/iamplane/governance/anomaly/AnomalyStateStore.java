package io.iamplane.governance.anomaly;

import io.iamplane.chain.EventType;
import io.iamplane.database.Sql;
import io.iamplane.shared.OrganizationId;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The rows of {@code iam_anomaly_states}, and the audit records that a scan reads. */
@Singleton
class AnomalyStateStore {

  private final Sql sql;

  AnomalyStateStore(Sql sql) {
    this.sql = sql;
  }

  /**
   * The progress of a scan.
   *
   * @param decisionsUntil blocks of decisions up to this one were read
   * @param recordsUntil the last audit record read
   */
  record State(UUID decisionsUntil, long recordsUntil, byte[] learned) {}

  /** An audit record; the reason is null except for a refused sign-in. */
  record Made(
      long seq, Instant at, String type, String actor, String target, @Nullable String reason) {}

  Optional<State> of(OrganizationId organization) {
    return sql.first(
        """
        SELECT decisions_until, records_until, learned FROM iam_anomaly_states
        WHERE organization_id = ?
        """,
        row ->
            new State(
                row.getObject("decisions_until", UUID.class),
                row.getLong("records_until"),
                row.getBytes("learned")),
        organization.value());
  }

  /** The last record of an organization's chain; 0 without any. */
  long lastRecord(OrganizationId organization) {
    return sql.list(
            "SELECT coalesce(max(seq), 0) AS seq FROM iam_audit_records WHERE organization_id = ?",
            row -> row.getLong("seq"),
            organization.value())
        .getFirst();
  }

  /**
   * Reads changes in the order of the chain, up to the first that is not before a time: servers'
   * clocks differ, and reading past it would skip it. The reason for a refusal is cut out of the
   * text, since a cast to JSON would fail for what a client may send; no value in it can look like
   * a member, since a quote in a value is escaped.
   */
  List<Made> made(OrganizationId organization, long after, Instant before, int most) {
    return sql
        .list(
            """
            SELECT seq, occurred_at, event_type, actor, target_type || ':' || target_id AS target,
              CASE event_type WHEN ? THEN substring(canonical FROM '"reason":"([a-z_]+)"') END
                AS reason
            FROM iam_audit_records WHERE organization_id = ? AND seq > ? ORDER BY seq LIMIT ?
            """,
            row ->
                new Made(
                    row.getLong("seq"),
                    Sql.instant(row, "occurred_at"),
                    row.getString("event_type"),
                    row.getString("actor"),
                    row.getString("target"),
                    row.getString("reason")),
            EventType.SIGN_IN_REFUSED.wire(),
            organization.value(),
            after,
            most)
        .stream()
        .takeWhile(change -> change.at().isBefore(before))
        .toList();
  }

  /** Begins at a place, unless another process did. */
  void begin(OrganizationId organization, State state, Instant at) {
    sql.update(
        """
        INSERT INTO iam_anomaly_states
          (organization_id, decisions_until, records_until, learned, updated_at)
        VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING
        """,
        organization.value(),
        state.decisionsUntil(),
        state.recordsUntil(),
        state.learned(),
        at);
  }

  /** Goes on from one place to the next; false when another process was first. */
  boolean goOn(OrganizationId organization, State from, State to, Instant at) {
    return sql.update(
            """
            UPDATE iam_anomaly_states
            SET decisions_until = ?, records_until = ?, learned = ?, updated_at = ?
            WHERE organization_id = ? AND decisions_until = ? AND records_until = ?
            """,
            to.decisionsUntil(),
            to.recordsUntil(),
            to.learned(),
            at,
            organization.value(),
            from.decisionsUntil(),
            from.recordsUntil())
        == 1;
  }
}
