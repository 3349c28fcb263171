package io.iamplane.audit.checkpoint;

import io.iamplane.chain.StoredCheckpoint;
import io.iamplane.change.Recording;
import io.iamplane.database.Sql;
import jakarta.inject.Singleton;

/** Writes {@code iam_audit_checkpoints}; they are never changed. */
@Singleton
class CheckpointStore {

  private final Sql sql;

  CheckpointStore(Sql sql) {
    this.sql = sql;
  }

  void insert(Recording recording, StoredCheckpoint checkpoint) {
    sql.updateOne(
        """
        INSERT INTO iam_audit_checkpoints (organization_id, size, root, head_hash, note, created_at)
        VALUES (?, ?, ?, ?, ?, ?)
        """,
        recording.organization().value(),
        checkpoint.size(),
        checkpoint.root(),
        checkpoint.headHash(),
        checkpoint.note(),
        checkpoint.createdAt());
  }
}
