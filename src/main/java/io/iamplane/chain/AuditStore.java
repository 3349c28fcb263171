package io.iamplane.chain;

import io.iamplane.database.Columns;
import io.iamplane.database.RoundTrip;
import io.iamplane.database.Sql;
import io.iamplane.shared.OrganizationId;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;

/** The rows of the chain. Written by {@link AuditLog} alone. */
@Singleton
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
    RoundTrip trip = sql.roundTrip();
    Supplier<List<ChainHead>> head = lockHead(organization, trip);
    trip.run();
    return head.get().stream().findFirst();
  }

  Supplier<List<ChainHead>> lockHead(OrganizationId organization, RoundTrip trip) {
    return trip.list(
        "SELECT seq, hash, tree FROM iam_audit_heads WHERE organization_id = ? FOR UPDATE",
        ChainHead::read,
        organization.value());
  }

  /** Moves the head of a chain; fails where it is not at {@code known}. */
  void moveHead(OrganizationId organization, ChainHead known, ChainHead head, RoundTrip trip) {
    trip.require(
        "SELECT iam_move_heads(?, ?, ?, ?, ?, ?)",
        new UUID[] {organization.value()},
        new long[] {known.seq()},
        new byte[][] {known.hash()},
        new long[] {head.seq()},
        new byte[][] {head.hash()},
        new byte[][] {head.tree().encode()});
  }

  void insert(OrganizationId organization, List<AuditRecord> records, RoundTrip trip) {
    Columns<AuditRecord> of = new Columns<>(records);
    trip.update(
        records.size(),
        """
        INSERT INTO iam_audit_records (organization_id, seq, id, occurred_at, event_type, actor,
          target_type, target_id, application, risk_level, correlation_id, canonical, prev_hash,
          hash)
        SELECT unnest(?::uuid[]), unnest(?::bigint[]), unnest(?::uuid[]), unnest(?::timestamptz[]),
          unnest(?::text[]), unnest(?::text[]), unnest(?::text[]), unnest(?::text[]),
          unnest(?::text[]), unnest(?::text[]), unnest(?::text[]), unnest(?::text[]),
          unnest(?::bytea[]), unnest(?::bytea[])
        """,
        of.ids(_ -> organization.value()),
        of.numbers(AuditRecord::seq),
        of.ids(record -> record.entry().id()),
        of.times(record -> record.entry().occurredAt()),
        of.texts(record -> record.entry().type().wire()),
        of.texts(record -> record.entry().caller().subject().toString()),
        of.texts(record -> record.entry().target().type()),
        of.texts(record -> record.entry().target().id()),
        of.texts(record -> record.entry().application()),
        of.texts(record -> record.entry().type().risk().wire()),
        of.texts(record -> record.entry().caller().origin().correlationId()),
        of.texts(AuditRecord::canonical),
        of.bytes(AuditRecord::previousHash),
        of.bytes(AuditRecord::hash));
    insertPersonal(organization, records, trip);
  }

  private static void insertPersonal(
      OrganizationId organization, List<AuditRecord> records, RoundTrip trip) {
    List<Placed> values =
        records.stream()
            .flatMap(
                record -> record.personal().stream().map(value -> new Placed(record.seq(), value)))
            .toList();
    if (values.isEmpty()) {
      return;
    }
    Columns<Placed> of = new Columns<>(values);
    trip.update(
        values.size(),
        """
        INSERT INTO iam_audit_personal (organization_id, seq, path, subject, salt, value)
        SELECT unnest(?::uuid[]), unnest(?::bigint[]), unnest(?::text[]), unnest(?::text[]),
          unnest(?::bytea[]), unnest(?::text[])
        """,
        of.ids(_ -> organization.value()),
        of.numbers(Placed::seq),
        of.texts(placed -> placed.value().path()),
        of.texts(placed -> placed.value().subject()),
        of.bytes(placed -> placed.value().salt()),
        of.texts(placed -> placed.value().value()));
  }

  private record Placed(long seq, PersonalValue value) {}
}
