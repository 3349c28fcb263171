package io.iamplane.audit;

import io.iamplane.database.Sql;
import io.iamplane.shared.OrganizationId;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The rows of the chain. Written by {@link AuditLog} alone. */
@ApplicationScoped
class AuditStore {

  private final Sql sql;

  AuditStore(Sql sql) {
    this.sql = sql;
  }

  /** The end of a chain: the number and hash of its last record. */
  record Head(long seq, byte[] hash) {}

  void insertHead(OrganizationId organization, Head head) {
    sql.updateOne(
        "INSERT INTO iam_audit_heads (organization_id, seq, hash) VALUES (?, ?, ?)",
        organization.value(),
        head.seq(),
        head.hash());
  }

  /** Locks the head until the transaction ends, which gives the records their order. */
  Optional<Head> lockHead(OrganizationId organization) {
    return sql.first(
        "SELECT seq, hash FROM iam_audit_heads WHERE organization_id = ? FOR UPDATE",
        row -> new Head(row.getLong("seq"), row.getBytes("hash")),
        organization.value());
  }

  void moveHead(OrganizationId organization, Head head) {
    sql.updateOne(
        "UPDATE iam_audit_heads SET seq = ?, hash = ? WHERE organization_id = ?",
        head.seq(),
        head.hash(),
        organization.value());
  }

  void insert(OrganizationId organization, List<AuditRecord> records) {
    sql.batch(
        """
        INSERT INTO iam_audit_records (organization_id, seq, id, occurred_at, event_type, actor,
          target_type, target_id, risk_level, correlation_id, canonical, prev_hash, hash)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """,
        records.stream().map(record -> row(organization, record)).toList());
  }

  private static @Nullable Object[] row(OrganizationId organization, AuditRecord record) {
    AuditEntry entry = record.entry();
    return new @Nullable Object[] {
      organization.value(),
      record.seq(),
      entry.id(),
      entry.occurredAt(),
      entry.type().wire(),
      entry.caller().subject().toString(),
      entry.target().type(),
      entry.target().id(),
      entry.type().risk().wire(),
      entry.caller().origin().correlationId(),
      record.canonical(),
      record.previousHash(),
      record.hash()
    };
  }
}
