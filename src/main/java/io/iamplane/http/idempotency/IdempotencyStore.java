package io.iamplane.http.idempotency;

import io.iamplane.database.Sql;
import io.iamplane.shared.Caller;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Instant;
import java.util.Optional;

/** The rows of {@code iam_idempotent_answers}. */
@ApplicationScoped
class IdempotencyStore {

  private final Sql sql;

  IdempotencyStore(Sql sql) {
    this.sql = sql;
  }

  /**
   * A stored answer, still sealed.
   *
   * @param fingerprint of the request that it answered
   */
  record Row(byte[] fingerprint, byte[] answer) {}

  /** Takes the lock of one key until the transaction ends; false when another request holds it. */
  boolean tryLock(long lock) {
    return sql.first(
            "SELECT pg_try_advisory_xact_lock(?) AS taken", row -> row.getBoolean("taken"), lock)
        .orElse(false);
  }

  Optional<Row> find(Caller caller, String key, Instant notBefore) {
    return sql.first(
        """
        SELECT fingerprint, answer FROM iam_idempotent_answers
        WHERE organization_id = ? AND actor = ? AND idempotency_key = ? AND created_at > ?
        """,
        row -> new Row(row.getBytes("fingerprint"), row.getBytes("answer")),
        caller.organization().value(),
        caller.subject().toString(),
        key,
        notBefore);
  }

  /** Forgets answers that outlived their time, a few for each that is kept. */
  void forget(Instant notAfter) {
    sql.update(
        """
        DELETE FROM iam_idempotent_answers WHERE (organization_id, actor, idempotency_key) IN (
          SELECT organization_id, actor, idempotency_key FROM iam_idempotent_answers
          WHERE created_at <= ? ORDER BY created_at LIMIT 20 FOR UPDATE SKIP LOCKED)
        """,
        notAfter);
  }

  /** Keeps an answer; one that outlived its time under the same key gives way. */
  void put(Caller caller, String key, Row row, Instant at) {
    sql.updateOne(
        """
        INSERT INTO iam_idempotent_answers
          (organization_id, actor, idempotency_key, fingerprint, answer, created_at)
        VALUES (?, ?, ?, ?, ?, ?)
        ON CONFLICT (organization_id, actor, idempotency_key) DO UPDATE
        SET fingerprint = excluded.fingerprint, answer = excluded.answer,
          created_at = excluded.created_at
        """,
        caller.organization().value(),
        caller.subject().toString(),
        key,
        row.fingerprint(),
        row.answer(),
        at);
  }
}
