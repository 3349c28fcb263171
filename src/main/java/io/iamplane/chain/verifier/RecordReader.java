package io.iamplane.chain.verifier;

import io.iamplane.chain.PersonalValue;
import io.iamplane.chain.tree.CompactRange;
import io.iamplane.database.Sql;
import io.iamplane.shared.OrganizationId;
import jakarta.inject.Singleton;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Reads a chain as it is there, a portion at a time. */
@Singleton
class RecordReader {

  private static final int PORTION = 1_000;

  private final Sql sql;

  RecordReader(Sql sql) {
    this.sql = sql;
  }

  /** Consecutive records in the order of their numbers, with their personal values by number. */
  record Portion(List<StoredRecord> records, Map<Long, List<PersonalValue>> personal) {

    List<PersonalValue> personal(StoredRecord row) {
      return personal.getOrDefault(row.seq(), List.of());
    }
  }

  /**
   * The content of the head row.
   *
   * @param hash null if an owner emptied it
   * @param tree empty if the bytes are not those of a tree of that size
   */
  record StoredHead(long seq, byte @Nullable [] hash, Optional<CompactRange> tree) {}

  /** The head rows: one, unless the table's key was removed. */
  List<StoredHead> heads(OrganizationId organization) {
    return sql.list(
        "SELECT seq, hash, tree FROM iam_audit_heads WHERE organization_id = ?",
        row -> {
          long seq = row.getLong("seq");
          byte[] tree = row.getBytes("tree");
          return new StoredHead(
              seq, row.getBytes("hash"), tree == null ? Optional.empty() : tree(seq, tree));
        },
        organization.value());
  }

  /**
   * The number of a record that no chain has, null too, which takes an owner who dropped the key;
   * the record would be listed, and never walked over. Each half is a look into the key's index; a
   * condition for both might read the whole chain.
   */
  Optional<String> stray(OrganizationId organization) {
    return sql.first(
        """
        (SELECT seq::text FROM iam_audit_records WHERE organization_id = ? AND seq < 1 LIMIT 1)
        UNION ALL
        (SELECT 'null' FROM iam_audit_records WHERE organization_id = ? AND seq IS NULL LIMIT 1)
        LIMIT 1
        """,
        row -> row.getString(1),
        organization.value(),
        organization.value());
  }

  /** The number of the last record; 0 without one. */
  long last(OrganizationId organization) {
    return sql.first(
            "SELECT max(seq) AS seq FROM iam_audit_records WHERE organization_id = ?",
            row -> row.getLong("seq"),
            organization.value())
        .orElse(0L);
  }

  Optional<byte[]> hash(OrganizationId organization, long seq) {
    return sql.first(
        "SELECT hash FROM iam_audit_records WHERE organization_id = ? AND seq = ?",
        row -> row.getBytes("hash"),
        organization.value(),
        seq);
  }

  /**
   * Reads the records after a number in the order of their numbers, those of one number too, in
   * portions, until the visitor returns false.
   */
  void forEach(OrganizationId organization, long after, Predicate<Portion> visitor) {
    List<StoredRecord> rows = new ArrayList<>(PORTION);
    sql.forEachWhile(
        """
        SELECT seq, id, occurred_at, event_type, actor, target_type, target_id, application,
          risk_level, correlation_id, canonical, prev_hash, hash
        FROM iam_audit_records WHERE organization_id = ? AND seq > ? ORDER BY seq
        """,
        row -> {
          rows.add(read(row));
          return rows.size() < PORTION || give(organization, rows, visitor);
        },
        organization.value(),
        after);
    give(organization, rows, visitor);
  }

  private boolean give(
      OrganizationId organization, List<StoredRecord> rows, Predicate<Portion> visitor) {
    if (rows.isEmpty()) {
      return true;
    }
    Portion portion =
        new Portion(
            List.copyOf(rows), personal(organization, rows.getFirst().seq(), rows.getLast().seq()));
    rows.clear();
    return visitor.test(portion);
  }

  private Map<Long, List<PersonalValue>> personal(
      OrganizationId organization, long first, long last) {
    Map<Long, List<PersonalValue>> found = new HashMap<>();
    sql.forEach(
        """
        SELECT seq, path, subject, salt, value FROM iam_audit_personal
        WHERE organization_id = ? AND seq >= ? AND seq <= ?
        """,
        row ->
            found
                .computeIfAbsent(row.getLong("seq"), _ -> new ArrayList<>())
                .add(
                    new PersonalValue(
                        row.getString("path"),
                        row.getString("subject"),
                        row.getBytes("salt"),
                        row.getString("value"))),
        organization.value(),
        first,
        last);
    return found;
  }

  private static Optional<CompactRange> tree(long seq, byte[] bytes) {
    try {
      return Optional.of(CompactRange.decode(seq, bytes));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private static StoredRecord read(ResultSet row) throws SQLException {
    return new StoredRecord(
        row.getLong("seq"),
        row.getObject("id", UUID.class),
        Sql.instantOrEpoch(row, "occurred_at"),
        row.getString("event_type"),
        row.getString("actor"),
        row.getString("target_type"),
        row.getString("target_id"),
        row.getString("application"),
        row.getString("risk_level"),
        row.getString("correlation_id"),
        row.getString("canonical"),
        row.getBytes("prev_hash"),
        row.getBytes("hash"));
  }
}
