package io.iamplane.decision.erasure;

import io.iamplane.change.Recording;
import io.iamplane.database.Sql;
import io.iamplane.decision.erasure.BlockErasure.Rewritten;
import io.iamplane.shared.OrganizationId;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.UUID;

/** Reads blocks of decisions, and puts others without a person's records in their places. */
@Singleton
class ErasedBlockStore {

  private final Sql sql;

  ErasedBlockStore(Sql sql) {
    this.sql = sql;
  }

  /** A block's lines, deflated. */
  record StoredBody(UUID id, byte[] body) {}

  /** Reads blocks at and after an id, in the order of their ids. */
  List<StoredBody> from(OrganizationId organization, UUID first, int most) {
    return sql.list(
        """
        SELECT id, body FROM iam_decisions
        WHERE organization_id = ? AND id >= ? ORDER BY id LIMIT ?
        """,
        row -> new StoredBody(row.getObject("id", UUID.class), row.getBytes("body")),
        organization.value(),
        first,
        most);
  }

  /** Replaces a block; false, without any change, if it was changed since it was read. */
  boolean replace(Recording recording, Rewritten block) {
    return sql.first(
            "SELECT iam_erase_decisions(?, ?, ?, ?, ?) AS replaced",
            row -> row.getBoolean("replaced"),
            recording.organization().value(),
            block.block().id(),
            block.read(),
            block.block().body(),
            block.block().filter())
        .orElse(false);
  }
}
