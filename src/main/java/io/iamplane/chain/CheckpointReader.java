package io.iamplane.chain;

import io.iamplane.chain.note.NoteVerifier;
import io.iamplane.database.Keyset;
import io.iamplane.database.Sql;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.Page;
import io.iamplane.shared.PageRequest;
import jakarta.inject.Singleton;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** Reads the checkpoints of organizations, and finds the trusted keys. */
@Singleton
public class CheckpointReader {

  private static final String SELECT =
      """
      SELECT size, root, head_hash, note, created_at FROM iam_audit_checkpoints
      WHERE organization_id = ?
      """;

  private final Sql sql;
  private final CheckpointKeys keys;
  private final TrustedKeys pinned;
  private final LogOrigin origin;

  CheckpointReader(Sql sql, CheckpointKeys keys, TrustedKeys pinned, LogOrigin origin) {
    this.origin = origin;
    this.sql = sql;
    this.keys = keys;
    this.pinned = pinned;
  }

  /** The keys that the operator pinned, else those of the database. */
  public List<NoteVerifier> trusted() {
    return pinned.pinned().orElseGet(keys::verifiers);
  }

  /**
   * Finds checkpoints that a revoked key signed. They neither vouch for anything nor are forged.
   * Keys that the operator pinned count in any case.
   */
  public Predicate<StoredCheckpoint> disowned(OrganizationId organization) {
    List<NoteVerifier> revoked = new ArrayList<>(keys.revoked());
    if (revoked.isEmpty()) {
      return _ -> false;
    }
    revoked.removeAll(trusted());
    String log = origin.of(organization);
    return checkpoint -> checkpoint.isBy(revoked, log);
  }

  /** All of them, the shortest first. */
  public List<StoredCheckpoint> all(OrganizationId organization) {
    return sql.list(SELECT + " ORDER BY size", CheckpointReader::read, organization.value());
  }

  public Optional<StoredCheckpoint> last(OrganizationId organization) {
    return sql.first(
        SELECT + " ORDER BY size DESC LIMIT 1", CheckpointReader::read, organization.value());
  }

  /**
   * The time in the row of a chain's first record, which only a verification from that record on
   * proves.
   */
  public Optional<Instant> begun(OrganizationId organization) {
    return sql.first(
        "SELECT occurred_at FROM iam_audit_records WHERE organization_id = ? AND seq = 1",
        row -> Sql.instantOrEpoch(row, "occurred_at"),
        organization.value());
  }

  /** The longest that is shorter than a size. */
  public Optional<StoredCheckpoint> before(OrganizationId organization, long size) {
    return sql.first(
        SELECT + " AND size < ? ORDER BY size DESC LIMIT 1",
        CheckpointReader::read,
        organization.value(),
        size);
  }

  public Optional<StoredCheckpoint> of(OrganizationId organization, long size) {
    return sql.first(SELECT + " AND size = ?", CheckpointReader::read, organization.value(), size);
  }

  /** Returns true if there are two of one size, or one of no size, which no service ever writes. */
  public boolean isDisorderly(OrganizationId organization) {
    return sql.first(
            """
            SELECT 1 FROM iam_audit_checkpoints WHERE organization_id = ?
            GROUP BY size HAVING count(*) > 1 OR size IS NULL OR size < 1 LIMIT 1
            """,
            _ -> true,
            organization.value())
        .isPresent();
  }

  /** A page of them, the shortest first. */
  public Page<StoredCheckpoint> page(OrganizationId organization, PageRequest page, long after) {
    Keyset query =
        Keyset.of(SELECT, "size", organization.value()).after(after).rows(page.limit() + 1);
    List<StoredCheckpoint> rows = sql.list(query, CheckpointReader::read);
    return Page.cut(rows, page.limit(), row -> Long.toString(row.size()));
  }

  private static StoredCheckpoint read(ResultSet row) throws SQLException {
    return new StoredCheckpoint(
        row.getLong("size"),
        row.getBytes("root"),
        row.getBytes("head_hash"),
        row.getString("note"),
        Sql.instantOrEpoch(row, "created_at"));
  }
}
