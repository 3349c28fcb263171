package io.iamplane.decision.seal.check;

import io.iamplane.chain.EventType;
import io.iamplane.database.Sql;
import io.iamplane.decision.seal.DecisionSeals;
import io.iamplane.shared.OrganizationId;
import jakarta.inject.Singleton;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/** Reads the records of the audit chain that seal decisions. */
@Singleton
class SealRecordQuery {

  private static final String SEALED = EventType.DECISIONS_SEALED.wire();

  static final String AFTER =
      """
      SELECT seq, occurred_at, target_id, canonical FROM iam_audit_records
      WHERE organization_id = ? AND event_type = ? AND (occurred_at, seq) > (?, ?) AND seq <= ?
      ORDER BY occurred_at, seq LIMIT ?
      """;

  static final String FIRST =
      """
      SELECT seq, occurred_at, target_id, canonical FROM iam_audit_records
      WHERE organization_id = ? AND event_type = ? AND seq <= ?
      ORDER BY occurred_at, seq LIMIT 1
      """;

  static final String LATEST =
      """
      SELECT seq, occurred_at, target_id, canonical FROM iam_audit_records
      WHERE organization_id = ? AND event_type = ? AND occurred_at <= ? AND seq <= ?
      ORDER BY occurred_at DESC, seq DESC LIMIT 1
      """;

  static final String RECORDED =
      """
      SELECT seal.id FROM unnest(?::text[]) AS seal (id) CROSS JOIN LATERAL (
        SELECT 1 FROM iam_audit_records
        WHERE organization_id = ? AND target_type = ? AND target_id = seal.id AND event_type = ?
          AND seq > 0
        LIMIT 1) r
      """;

  private final Sql sql;

  SealRecordQuery(Sql sql) {
    this.sql = sql;
  }

  /** Reads the records after one in the order of their times, up to a last number. */
  List<SealRecord> after(
      OrganizationId organization, Instant moment, long seq, long last, int most) {
    return sql.list(
        AFTER, SealRecordQuery::read, organization.value(), SEALED, moment, seq, last, most);
  }

  /** The earliest with a number up to a last one. */
  Optional<SealRecord> first(OrganizationId organization, long last) {
    return sql.first(FIRST, SealRecordQuery::read, organization.value(), SEALED, last);
  }

  /** The latest of a moment or before, with a number up to a last one. */
  Optional<SealRecord> latest(OrganizationId organization, Instant moment, long last) {
    return sql.first(LATEST, SealRecordQuery::read, organization.value(), SEALED, moment, last);
  }

  /** The time of a record, regardless of its content. */
  Optional<Instant> at(OrganizationId organization, long seq) {
    return sql.first(
        "SELECT occurred_at FROM iam_audit_records WHERE organization_id = ? AND seq = ?",
        row -> Sql.instantOrEpoch(row, "occurred_at"),
        organization.value(),
        seq);
  }

  Set<UUID> recorded(OrganizationId organization, Collection<UUID> seals) {
    return new HashSet<>(
        sql.list(
            RECORDED,
            row -> UUID.fromString(row.getString(1)),
            seals.stream().map(UUID::toString).toArray(String[]::new),
            organization.value(),
            DecisionSeals.TARGET,
            SEALED));
  }

  private static SealRecord read(ResultSet row) throws SQLException {
    return SealRecord.read(
        row.getLong("seq"),
        Sql.instantOrEpoch(row, "occurred_at"),
        row.getString("target_id"),
        row.getString("canonical"));
  }
}
