package io.iamplane.decision.seal;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.iamplane.chain.EventType;
import io.iamplane.chain.tree.MerkleHash;
import io.iamplane.database.Sql;
import io.iamplane.decision.block.ErasedRecords;
import io.iamplane.shared.OrganizationId;
import jakarta.inject.Singleton;
import java.util.Collection;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.UUID;

/**
 * Reads from the audit chain which blocks lost records by an erasure. A row behind the head of the
 * chain is no record of it.
 */
@Singleton
public class ErasedBlockQuery {

  /** The type of a block as the target of audit records; the id is the block's. */
  public static final String TARGET = "decision_block";

  private static final ObjectMapper JSON = new ObjectMapper();

  private final Sql sql;

  ErasedBlockQuery(Sql sql) {
    this.sql = sql;
  }

  /**
   * The erased records of blocks by their last audit record; {@code NONE} for one that this version
   * cannot read.
   */
  public Map<UUID, ErasedRecords> of(OrganizationId organization, Collection<UUID> blocks) {
    Map<UUID, ErasedRecords> found = new HashMap<>();
    sql.forEach(
        """
        SELECT DISTINCT ON (target_id) target_id, canonical FROM iam_audit_records
        WHERE organization_id = ? AND target_type = ? AND target_id = ANY (?) AND event_type = ?
          AND seq <= (SELECT seq FROM iam_audit_heads WHERE organization_id = ?)
        ORDER BY target_id, seq DESC
        """,
        row ->
            found.put(
                UUID.fromString(row.getString("target_id")), read(row.getString("canonical"))),
        organization.value(),
        TARGET,
        blocks.stream().map(UUID::toString).toArray(String[]::new),
        EventType.DECISIONS_ERASED.wire(),
        organization.value());
    return found;
  }

  static ErasedRecords read(String canonical) {
    try {
      JsonNode after = JSON.readTree(canonical).path("after");
      return new ErasedRecords(
          after.path("records").asInt(),
          MerkleHash.of(HexFormat.of().parseHex(after.path("root").asText())));
    } catch (JsonProcessingException | IllegalArgumentException e) {
      return ErasedRecords.NONE;
    }
  }
}
