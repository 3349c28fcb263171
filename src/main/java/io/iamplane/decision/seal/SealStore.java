package io.iamplane.decision.seal;

import io.iamplane.change.Recording;
import io.iamplane.database.Sql;
import io.iamplane.shared.OrganizationId;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.IntStream;

/** Seals, and the blocks that have none yet. */
@Singleton
class SealStore {

  private final Sql sql;

  SealStore(Sql sql) {
    this.sql = sql;
  }

  record Unsealed(UUID id, int decisions, byte[] root) {}

  record Place(UUID seal, int position) {}

  /** Organizations with blocks that have no seal, after one of them. */
  List<OrganizationId> due(OrganizationId after, int most) {
    return sql.list(
        """
        WITH RECURSIVE due (id) AS (
          (SELECT organization_id FROM iam_decision_unsealed
            WHERE organization_id > ? ORDER BY organization_id LIMIT 1)
          UNION ALL
          SELECT (SELECT u.organization_id FROM iam_decision_unsealed u
            WHERE u.organization_id > due.id ORDER BY u.organization_id LIMIT 1)
          FROM due WHERE due.id IS NOT NULL)
        SELECT id FROM due WHERE id IS NOT NULL LIMIT ?
        """,
        row -> new OrganizationId(row.getObject("id", UUID.class)),
        after.value(),
        most);
  }

  /** The oldest blocks without a seal, locked until the transaction ends. */
  List<Unsealed> take(OrganizationId organization, int most) {
    return sql.list(
        """
        SELECT id, decisions, root FROM iam_decision_unsealed
        WHERE organization_id = ? ORDER BY id LIMIT ? FOR UPDATE
        """,
        row ->
            new Unsealed(
                row.getObject("id", UUID.class), row.getInt("decisions"), row.getBytes("root")),
        organization.value(),
        most);
  }

  void insert(Recording recording, UUID seal, List<Unsealed> blocks, byte[] root) {
    UUID organization = recording.organization().value();
    UUID[] ids = blocks.stream().map(Unsealed::id).toArray(UUID[]::new);
    sql.updateOne(
        """
        INSERT INTO iam_decision_seals (organization_id, id, blocks, decisions, root, sealed_at)
        VALUES (?, ?, ?, ?, ?, ?)
        """,
        organization,
        seal,
        blocks.size(),
        blocks.stream().mapToLong(Unsealed::decisions).sum(),
        root,
        recording.at());
    sql.update(
        """
        INSERT INTO iam_decision_sealed (organization_id, block_id, seal_id, position, root)
        SELECT u.organization_id, u.id, ?, s.position, u.root
        FROM unnest(?::uuid[], ?::integer[]) AS s (id, position)
        JOIN iam_decision_unsealed u ON u.organization_id = ? AND u.id = s.id
        """,
        seal,
        ids,
        IntStream.range(0, ids.length).boxed().toArray(Integer[]::new),
        organization);
    sql.update(
        "DELETE FROM iam_decision_unsealed WHERE organization_id = ? AND id = ANY (?)",
        organization,
        ids);
  }

  /** Removes some seals older than a moment that have no block left, and returns their number. */
  int removeGone(Instant before, int most) {
    return sql.first(
            "SELECT iam_remove_decision_seals(?, ?) AS removed",
            row -> row.getInt("removed"),
            before,
            most)
        .orElse(0);
  }

  /** The place of a block; empty if it has no seal yet. */
  Optional<Place> place(OrganizationId organization, UUID block) {
    return sql.first(
        """
        SELECT seal_id, position FROM iam_decision_sealed
        WHERE organization_id = ? AND block_id = ?
        """,
        row -> new Place(row.getObject("seal_id", UUID.class), row.getInt("position")),
        organization.value(),
        block);
  }

  /** The roots of the blocks of a seal, in their order. */
  List<byte[]> roots(OrganizationId organization, UUID seal) {
    return sql.list(
        """
        SELECT root FROM iam_decision_sealed
        WHERE organization_id = ? AND seal_id = ? ORDER BY position
        """,
        row -> row.getBytes("root"),
        organization.value(),
        seal);
  }
}
