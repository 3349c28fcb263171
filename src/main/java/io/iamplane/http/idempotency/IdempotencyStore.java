package io.iamplane.http.idempotency;

import io.iamplane.database.Sql;
import io.iamplane.job.ExpiringRows;
import io.iamplane.shared.Caller;
import io.iamplane.shared.OrganizationId;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The rows of {@code iam_idempotent_answers}. */
@Singleton
class IdempotencyStore implements ExpiringRows {

  private final Sql sql;

  IdempotencyStore(Sql sql) {
    this.sql = sql;
  }

  /**
   * A stored answer, still sealed.
   *
   * @param fingerprint of the answered request; null if the answer was erased
   * @param answer null if it was erased with a person named in it
   * @param secrets the owners of the secrets that it shows
   * @param withdrawn true if one of the secrets ended, and the answer with it; or if a version of
   *     this service stored it without these owners
   */
  record Row(
      byte @Nullable [] fingerprint,
      byte @Nullable [] answer,
      Set<String> secrets,
      boolean withdrawn) {}

  record Placed(String actor, String key, byte[] answer) {}

  /** Takes the lock of one key until the transaction ends; false when another request holds it. */
  boolean tryLock(long lock) {
    return sql.first(
            "SELECT pg_try_advisory_xact_lock(?) AS taken", row -> row.getBoolean("taken"), lock)
        .orElse(false);
  }

  /** Finds the answer stored under a key, or under its substitute after an erasure. */
  Optional<Row> find(Caller caller, List<String> keys, Instant notBefore) {
    return sql.first(
        """
        SELECT fingerprint, answer, withdrawn OR secrets IS NULL AS withdrawn
        FROM iam_idempotent_answers
        WHERE organization_id = ? AND actor = ? AND idempotency_key = ANY (?) AND created_at > ?
        """,
        row ->
            new Row(
                row.getBytes("fingerprint"),
                row.getBytes("answer"),
                Set.of(),
                row.getBoolean("withdrawn")),
        caller.organization().value(),
        caller.subject().toString(),
        keys.toArray(String[]::new),
        notBefore);
  }

  /** Wipes the answers that show a secret; their requests stay answered. */
  void withdraw(String owner) {
    sql.update(
        """
        UPDATE iam_idempotent_answers SET withdrawn = true, answer = ''::bytea
        WHERE secrets @> ARRAY[?]::text[] AND NOT withdrawn
        """,
        owner);
  }

  @Override
  public String rows() {
    return "responses stored for repeated requests";
  }

  @Override
  public int removeExpired(Instant now, int most) {
    return sql.update(
        """
        DELETE FROM iam_idempotent_answers WHERE (organization_id, actor, idempotency_key) IN (
          SELECT organization_id, actor, idempotency_key FROM iam_idempotent_answers
          WHERE created_at <= ? ORDER BY created_at LIMIT ? FOR UPDATE SKIP LOCKED)
        """,
        now.minus(Idempotency.RETENTION),
        most);
  }

  /** Keeps an answer; one that outlived its time under the same key gives way. */
  void put(Caller caller, String key, Row row, Instant at) {
    sql.updateOne(
        """
        INSERT INTO iam_idempotent_answers
          (organization_id, actor, idempotency_key, fingerprint, answer, secrets, created_at)
        VALUES (?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (organization_id, actor, idempotency_key) DO UPDATE
        SET fingerprint = excluded.fingerprint, answer = excluded.answer,
          secrets = excluded.secrets, withdrawn = false, created_at = excluded.created_at
        """,
        caller.organization().value(),
        caller.subject().toString(),
        key,
        row.fingerprint(),
        row.answer(),
        row.secrets().toArray(String[]::new),
        at);
  }

  /** The next answers of an organization, in the order of their keys. */
  List<Placed> after(OrganizationId organization, String actor, String key, Instant since) {
    return sql.list(
        """
        SELECT actor, idempotency_key, answer FROM iam_idempotent_answers
        WHERE organization_id = ? AND (actor, idempotency_key) > (?, ?) AND answer IS NOT NULL
          AND NOT withdrawn AND created_at >= ?
        ORDER BY actor, idempotency_key LIMIT 500
        """,
        row ->
            new Placed(
                row.getString("actor"), row.getString("idempotency_key"), row.getBytes("answer")),
        organization.value(),
        actor,
        key,
        since);
  }

  /** Erases an answer and the key's text, and keeps that there was one. */
  int erase(OrganizationId organization, Placed row, String pseudonym) {
    return sql.update(
        """
        UPDATE iam_idempotent_answers SET answer = NULL, fingerprint = NULL, idempotency_key = ?
        WHERE organization_id = ? AND actor = ? AND idempotency_key = ?
        """,
        pseudonym,
        organization.value(),
        row.actor(),
        row.key());
  }
}
