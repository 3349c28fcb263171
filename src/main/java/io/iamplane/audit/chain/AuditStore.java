package io.iamplane.audit.chain;

import io.iamplane.audit.tree.CompactRange;
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

  void insertHead(OrganizationId organization, ChainHead head) {
    sql.updateOne(
        "INSERT INTO iam_audit_heads (organization_id, seq, hash, tree) VALUES (?, ?, ?, ?)",
        organization.value(),
        head.seq(),
        head.hash(),
        head.tree().encode());
  }

  /** Locks the head until the transaction ends, which gives the records their order. */
  Optional<ChainHead> lockHead(OrganizationId organization) {
    return sql.first(
        "SELECT seq, hash, tree FROM iam_audit_heads WHERE organization_id = ? FOR UPDATE",
        row ->
            new ChainHead(
                row.getLong("seq"),
                row.getBytes("hash"),
                CompactRange.decode(row.getLong("seq"), row.getBytes("tree"))),
        organization.value());
  }

  void moveHead(OrganizationId organization, ChainHead head) {
    sql.updateOne(
        "UPDATE iam_audit_heads SET seq = ?, hash = ?, tree = ? WHERE organization_id = ?",
        head.seq(),
        head.hash(),
        head.tree().encode(),
        organization.value());
  }

  void insert(OrganizationId organization, List<AuditRecord> records) {
    sql.batch(
        """
        INSERT INTO iam_audit_records (organization_id, seq, id, occurred_at, event_type, actor,
          target_type, target_id, application, risk_level, correlation_id, canonical, prev_hash,
          hash)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """,
        records.stream().map(record -> row(organization, record)).toList());
    sql.batch(
        """
        INSERT INTO iam_audit_personal (organization_id, seq, path, subject, salt, value)
        VALUES (?, ?, ?, ?, ?, ?)
        """,
        records.stream()
            .flatMap(record ->
                record.personal().stream().map(value -> row(organization, record.seq(), value)))
            .toList());
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
      entry.application(),
      entry.type().risk().wire(),
      entry.caller().origin().correlationId(),
      record.canonical(),
      record.previousHash(),
      record.hash()
    };
  }

  private static @Nullable Object[] row(
      OrganizationId organization, long seq, PersonalValue value) {
    return new @Nullable Object[] {
      organization.value(), seq, value.path(), value.subject(), value.salt(), value.value()
    };
  }
}
