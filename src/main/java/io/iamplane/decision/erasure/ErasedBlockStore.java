package io.iamplane.decision.erasure;

import io.iamplane.chain.EventType;
import io.iamplane.change.Recording;
import io.iamplane.database.Sql;
import io.iamplane.decision.block.Block;
import io.iamplane.decision.erasure.DecisionErasureStore.Position;
import io.iamplane.shared.OrganizationId;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Reads sealed blocks of decisions, and replaces them. */
@Singleton
class ErasedBlockStore {

  /** A filter of 4,096 records takes less. */
  private static final int FILTER = 32_768;

  /** A body takes a megabyte or two; a longer one would take the memory of the process. */
  private static final int BODY = 32 * 1024 * 1024;

  /** First a range of the index: joined as sets, all blocks of the organization would be read. */
  static final String SEALED =
      """
      SELECT s.seal_id, s.position, s.block_id, d.id IS NOT NULL AS stored, d.filter
      FROM (SELECT seal_id, position, block_id FROM iam_decision_sealed
        WHERE organization_id = ? AND (seal_id, position) > (?, ?) AND seal_id < ?
        ORDER BY seal_id, position LIMIT ?) s
      LEFT JOIN LATERAL (
        SELECT id, CASE WHEN octet_length(filter) <= ? THEN filter END AS filter
        FROM iam_decisions WHERE organization_id = ? AND id = s.block_id LIMIT 1) d ON true
      ORDER BY s.seal_id, s.position
      """;

  private final Sql sql;

  ErasedBlockStore(Sql sql) {
    this.sql = sql;
  }

  /** A block of a seal; not stored if retention removed it; without a filter that is too long. */
  record SealedBlock(Position position, UUID id, boolean stored, byte @Nullable [] filter) {}

  /**
   * @param body null if it is too long to be one
   * @param sealedRoot the root in the block's seal
   */
  record StoredBlock(
      UUID id,
      UUID lastId,
      int decisions,
      int denied,
      int stepUp,
      byte[] root,
      byte @Nullable [] body,
      byte[] sealedRoot) {}

  /** Blocks in the order of their seals; the ids of these are smaller than {@code before}. */
  List<SealedBlock> after(OrganizationId organization, Position position, UUID before, int most) {
    return sql.list(
        SEALED,
        row ->
            new SealedBlock(
                new Position(row.getObject("seal_id", UUID.class), row.getInt("position")),
                row.getObject("block_id", UUID.class),
                row.getBoolean("stored"),
                row.getBytes("filter")),
        organization.value(),
        position.seal(),
        position.position(),
        before,
        most,
        FILTER,
        organization.value());
  }

  /** Reads a block, which stays as it is until the transaction ends; empty if it is gone. */
  Optional<StoredBlock> lock(OrganizationId organization, UUID block) {
    return sql.first(
        """
        SELECT d.last_id, d.decisions, d.denied, d.step_up, d.root, s.root AS sealed_root,
          CASE WHEN octet_length(d.body) <= ? THEN d.body END AS body
        FROM iam_decisions d
        JOIN iam_decision_sealed s ON s.organization_id = d.organization_id AND s.block_id = d.id
        WHERE d.organization_id = ? AND d.id = ?
        FOR UPDATE OF d
        """,
        row ->
            new StoredBlock(
                block,
                row.getObject("last_id", UUID.class),
                row.getInt("decisions"),
                row.getInt("denied"),
                row.getInt("step_up"),
                row.getBytes("root"),
                row.getBytes("body"),
                row.getBytes("sealed_root")),
        BODY,
        organization.value(),
        block);
  }

  /** Replaces the records of a block that is locked. */
  void replace(Recording recording, Block block) {
    sql.updateOne(
        "UPDATE iam_decisions SET body = ?, filter = ? WHERE organization_id = ? AND id = ?",
        block.body(),
        block.filter(),
        recording.organization().value(),
        block.id());
  }

  /** The audit record of the last erasure of a user. */
  Optional<UUID> erasure(OrganizationId organization, UUID user) {
    return sql.first(
        """
        SELECT id FROM iam_audit_records
        WHERE organization_id = ? AND target_type = 'user' AND target_id = ? AND event_type = ?
          AND seq > 0
        ORDER BY seq DESC LIMIT 1
        """,
        row -> row.getObject("id", UUID.class),
        organization.value(),
        user.toString(),
        EventType.SUBJECT_ERASED.wire());
  }
}
