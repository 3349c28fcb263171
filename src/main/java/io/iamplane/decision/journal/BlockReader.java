package io.iamplane.decision.journal;

import io.iamplane.database.Sql;
import io.iamplane.decision.journal.JournalWalk.WalkedBlock;
import io.iamplane.shared.OrganizationId;
import jakarta.inject.Singleton;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** Reads blocks of decisions. */
@Singleton
class BlockReader {

  static final String HEADS =
      """
      SELECT id, last_id, decisions, denied, step_up, filter FROM iam_decisions
      WHERE organization_id = ? AND last_id < ? AND last_id >= ? AND id < ?
      ORDER BY last_id DESC LIMIT ?
      """;

  /** A block spans a minute at most: an id is in none that began earlier. */
  static final String AROUND =
      """
      SELECT id, body FROM iam_decisions
      WHERE organization_id = ? AND id <= ? AND id >= ? AND last_id >= ? ORDER BY id DESC
      """;

  static final String AFTER =
      """
      SELECT last_id, decisions, body FROM iam_decisions
      WHERE organization_id = ? AND last_id > ? AND last_id < ? ORDER BY last_id LIMIT ?
      """;

  private static final String BODIES =
      "SELECT id, body FROM iam_decisions WHERE organization_id = ? AND id = ANY (?)";

  private final Sql sql;

  BlockReader(Sql sql) {
    this.sql = sql;
  }

  /**
   * Blocks that end before {@code end} and not before {@code from}, and begin before {@code
   * before}; latest end first.
   */
  List<BlockHead> heads(OrganizationId organization, UUID end, UUID from, UUID before, int most) {
    return sql.list(HEADS, BlockReader::head, organization.value(), end, from, before, most);
  }

  /** Blocks with their bodies, the one that ends first first. */
  List<WalkedBlock> after(OrganizationId organization, UUID after, UUID before, int most) {
    return sql.list(
        AFTER,
        row ->
            new WalkedBlock(
                row.getObject("last_id", UUID.class),
                row.getInt("decisions"),
                row.getBytes("body")),
        organization.value(),
        after,
        before,
        most);
  }

  Map<UUID, byte[]> bodies(OrganizationId organization, List<UUID> ids) {
    Map<UUID, byte[]> found = new HashMap<>();
    sql.forEach(
        BODIES,
        row -> found.put(row.getObject("id", UUID.class), row.getBytes("body")),
        organization.value(),
        ids.toArray(UUID[]::new));
    return found;
  }

  record BlockBody(UUID id, byte[] body) {}

  /** The bodies of the blocks that an id may be in, if none begins before {@code earliest}. */
  List<BlockBody> around(OrganizationId organization, UUID id, UUID earliest) {
    return sql.list(
        AROUND,
        row -> new BlockBody(row.getObject("id", UUID.class), row.getBytes("body")),
        organization.value(),
        id,
        earliest,
        id);
  }

  private static BlockHead head(ResultSet row) throws SQLException {
    return new BlockHead(
        row.getObject("id", UUID.class),
        row.getObject("last_id", UUID.class),
        row.getInt("decisions"),
        row.getInt("denied"),
        row.getInt("step_up"),
        row.getBytes("filter"));
  }
}
