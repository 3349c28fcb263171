package io.iamplane.decision.seal.check;

import io.iamplane.database.Sql;
import io.iamplane.shared.OrganizationId;
import jakarta.inject.Singleton;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Reads blocks of decisions as they are there, with nothing vouching for them: a column may be
 * empty, a row twice, a value of any length.
 */
@Singleton
class BlockRowsQuery {

  /** A filter of 4,096 records takes less. */
  private static final int FILTER = 32_768;

  static final String SIZES =
      """
      SELECT id, coalesce(octet_length(body), 0) AS bytes, decisions,
        substring(root FOR 33) AS root
      FROM iam_decisions WHERE organization_id = ? AND id = ANY (?) LIMIT ?
      """;

  static final String BLOCKS =
      """
      SELECT id, last_id, decisions, denied, step_up, substring(root FOR 33) AS root,
        CASE WHEN octet_length(filter) <= ? THEN filter END AS filter,
        CASE WHEN octet_length(body) <= ? THEN body END AS body
      FROM iam_decisions WHERE organization_id = ? AND id = ANY (?) LIMIT ?
      """;

  static final String PART =
      """
      SELECT coalesce(substring(body FROM ? FOR ?), '') AS part
      FROM iam_decisions WHERE organization_id = ? AND id = ?
      """;

  /** Each block looks for its name: joined as sets, all names of the tenant would be read. */
  static final String FROM =
      """
      SELECT d.id, s.seal_id, u.id IS NOT NULL AS waits
      FROM (SELECT id FROM iam_decisions
        WHERE organization_id = ? AND id >= ? ORDER BY id LIMIT ?) d
      LEFT JOIN LATERAL (SELECT seal_id FROM iam_decision_sealed
        WHERE organization_id = ? AND block_id = d.id LIMIT 2) s ON true
      LEFT JOIN iam_decision_unsealed u ON u.organization_id = ? AND u.id = d.id
      ORDER BY d.id LIMIT ?
      """;

  private final Sql sql;

  BlockRowsQuery(Sql sql) {
    this.sql = sql;
  }

  /** A block's columns without its body; one row, unless the table's key was removed. */
  record BlockSize(int rows, long bytes, long decisions, byte @Nullable [] root) {}

  /**
   * @param filter null also where it is too long to be one
   * @param body null where it is too long to be read with others
   */
  record BlockRow(
      UUID id,
      @Nullable String lastId,
      @Nullable String decisions,
      @Nullable String denied,
      @Nullable String stepUp,
      byte @Nullable [] filter,
      byte @Nullable [] root,
      byte @Nullable [] body) {}

  /** A block, the seal that names it, and true if it waits for a seal. */
  record NamedBlock(UUID id, @Nullable UUID seal, boolean waits) {}

  Map<UUID, BlockSize> sizes(OrganizationId organization, List<UUID> blocks) {
    Map<UUID, BlockSize> found = new HashMap<>();
    sql.forEach(
        SIZES,
        row ->
            found.merge(
                row.getObject("id", UUID.class),
                new BlockSize(
                    1, row.getLong("bytes"), row.getLong("decisions"), row.getBytes("root")),
                (one, other) ->
                    new BlockSize(one.rows() + 1, one.bytes(), one.decisions(), one.root())),
        organization.value(),
        blocks.toArray(UUID[]::new),
        2 * blocks.size());
    return found;
  }

  /** Some blocks; a body of more than {@code longest} bytes is left out. */
  List<BlockRow> blocks(OrganizationId organization, List<UUID> blocks, int longest) {
    return sql.list(
        BLOCKS,
        row ->
            new BlockRow(
                row.getObject("id", UUID.class),
                row.getString("last_id"),
                row.getString("decisions"),
                row.getString("denied"),
                row.getString("step_up"),
                row.getBytes("filter"),
                row.getBytes("root"),
                row.getBytes("body")),
        FILTER,
        longest,
        organization.value(),
        blocks.toArray(UUID[]::new),
        blocks.size());
  }

  /** A part of a body; the first byte is number 1. */
  Optional<byte[]> part(OrganizationId organization, UUID block, int from, int length) {
    return sql.first(PART, row -> row.getBytes("part"), from, length, organization.value(), block);
  }

  /** Blocks at and after an id, in the order of their ids, with their seals. */
  List<NamedBlock> from(OrganizationId organization, UUID first, int most) {
    return sql.list(
        FROM,
        row ->
            new NamedBlock(
                row.getObject("id", UUID.class),
                row.getObject("seal_id", UUID.class),
                row.getBoolean("waits")),
        organization.value(),
        first,
        most,
        organization.value(),
        organization.value(),
        2 * most);
  }
}
