package io.iamplane.decision.seal.check;

import io.iamplane.database.Sql;
import io.iamplane.shared.OrganizationId;
import jakarta.inject.Singleton;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Reads seals and the blocks that they name as they are there, with nothing vouching for them: a
 * column may be empty, a row twice, a value of any length.
 */
@Singleton
class SealRowsQuery {

  static final String SEALS =
      """
      SELECT id, blocks, decisions, substring(root FOR 33) AS root, sealed_at
      FROM iam_decision_seals WHERE organization_id = ? AND id = ANY (?) LIMIT ?
      """;

  static final String BLOCKS =
      """
      SELECT named.seal, b.position, b.block_id, b.root
      FROM unnest(?::uuid[], ?::integer[]) AS named (seal, blocks)
      CROSS JOIN LATERAL (
        SELECT position, block_id, substring(root FOR 33) AS root FROM iam_decision_sealed
        WHERE organization_id = ? AND seal_id = named.seal
        ORDER BY position LIMIT named.blocks + 1) b
      ORDER BY named.seal, b.position, b.block_id
      """;

  static final String LONGER =
      """
      SELECT named.seal FROM unnest(?::uuid[], ?::integer[]) AS named (seal, blocks)
      WHERE EXISTS (SELECT FROM iam_decision_sealed b
          WHERE b.organization_id = ? AND b.seal_id = named.seal
            AND b.position >= named.blocks)
        OR EXISTS (SELECT FROM iam_decision_sealed b
          WHERE b.organization_id = ? AND b.seal_id = named.seal AND b.position < 0)
      """;

  static final String SEALS_AFTER =
      """
      WITH RECURSIVE naming (id) AS (
        (SELECT seal_id FROM iam_decision_sealed
          WHERE organization_id = ? AND seal_id > ? ORDER BY seal_id LIMIT 1)
        UNION ALL
        SELECT (SELECT b.seal_id FROM iam_decision_sealed b
          WHERE b.organization_id = ? AND b.seal_id > naming.id ORDER BY b.seal_id LIMIT 1)
        FROM naming WHERE naming.id IS NOT NULL)
      SELECT id FROM (
        (SELECT id FROM naming WHERE id IS NOT NULL LIMIT ?)
        UNION
        (SELECT id FROM iam_decision_seals
          WHERE organization_id = ? AND id > ? ORDER BY id LIMIT ?)) named
      ORDER BY id LIMIT ?
      """;

  private final Sql sql;

  SealRowsQuery(Sql sql) {
    this.sql = sql;
  }

  record SealRow(
      @Nullable String blocks,
      @Nullable String decisions,
      byte @Nullable [] root,
      Instant sealedAt) {}

  record SealedRow(@Nullable String position, UUID block, byte @Nullable [] root) {}

  /** The rows of some seals: one each, unless the table's key was removed. */
  Map<UUID, List<SealRow>> seals(OrganizationId organization, List<UUID> seals) {
    Map<UUID, List<SealRow>> found = new HashMap<>();
    sql.forEach(
        SEALS,
        row ->
            found
                .computeIfAbsent(row.getObject("id", UUID.class), _ -> new ArrayList<>())
                .add(
                    new SealRow(
                        row.getString("blocks"),
                        row.getString("decisions"),
                        row.getBytes("root"),
                        Sql.instantOrEpoch(row, "sealed_at"))),
        organization.value(),
        seals.toArray(UUID[]::new),
        2 * seals.size());
    return found;
  }

  /** The blocks of some seals in their order; of each at most one more than {@code blocks} says. */
  Map<UUID, List<SealedRow>> blocks(
      OrganizationId organization, List<UUID> seals, List<Integer> blocks) {
    Map<UUID, List<SealedRow>> found = new HashMap<>();
    sql.forEach(
        BLOCKS,
        row -> found.computeIfAbsent(seal(row), _ -> new ArrayList<>()).add(sealed(row)),
        seals.toArray(UUID[]::new),
        blocks.toArray(Integer[]::new),
        organization.value());
    return found;
  }

  /**
   * The seals among some that name a block outside of the positions that their records vouch for;
   * {@code blocks} says how many each has.
   */
  Set<UUID> longer(OrganizationId organization, List<UUID> seals, List<Integer> blocks) {
    return new HashSet<>(
        sql.list(
            LONGER,
            SealRowsQuery::seal,
            seals.toArray(UUID[]::new),
            blocks.toArray(Integer[]::new),
            organization.value(),
            organization.value()));
  }

  /** Seals that have a row, or a block, after one of them in the order of their ids. */
  List<UUID> sealsAfter(OrganizationId organization, UUID after, int most) {
    return sql.list(
        SEALS_AFTER,
        row -> row.getObject("id", UUID.class),
        organization.value(),
        after,
        organization.value(),
        most,
        organization.value(),
        after,
        most,
        most);
  }

  private static UUID seal(ResultSet row) throws SQLException {
    return row.getObject("seal", UUID.class);
  }

  private static SealedRow sealed(ResultSet row) throws SQLException {
    return new SealedRow(
        row.getString("position"), row.getObject("block_id", UUID.class), row.getBytes("root"));
  }
}
