package io.iamplane.audit.erasure;

import io.iamplane.change.Recording;
import io.iamplane.database.Sql;
import io.iamplane.directory.user.UserId;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.SubjectRef;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Erases the stored data of a person beside the chain, and blanks the copies of it in other tables.
 * A chained record is never touched: it holds salted digests, and their salts are deleted.
 */
@Singleton
class ErasureStore {

  private final Sql sql;
  private final CopyStore copies;

  ErasureStore(Sql sql, CopyStore copies) {
    this.sql = sql;
    this.copies = copies;
  }

  boolean holdsValues(OrganizationId organization, SubjectRef subject) {
    return sql.first(
            "SELECT 1 FROM iam_audit_personal WHERE organization_id = ? AND subject = ? LIMIT 1",
            _ -> true,
            organization.value(),
            subject.toString())
        .isPresent();
  }

  /** Deletes values with their salts and returns their number. */
  int deleteValues(Recording recording, SubjectRef subject) {
    return sql.update(
        "DELETE FROM iam_audit_personal WHERE organization_id = ? AND subject = ?",
        recording.organization().value(),
        subject.toString());
  }

  /** Blanks the announcements of changes of a user, and returns their number. */
  int blankMessages(Recording recording, UserId user, Blanking blanking) {
    List<CopyStore.Message> blanked =
        sql
            .list(
                """
                SELECT m.seq, m.body FROM iam_audit_records r
                JOIN iam_outbox_messages m ON m.organization_id = r.organization_id AND m.seq = r.seq
                WHERE r.organization_id = ? AND r.target_type = 'user' AND r.target_id = ?
                """,
                row -> new CopyStore.Message(row.getLong("seq"), row.getString("body")),
                recording.organization().value(),
                user.toString())
            .stream()
            .flatMap(message -> message.with(blanking.event(message.body())).stream())
            .toList();
    copies.blankMessages(recording.organization(), blanked);
    return blanked.size();
  }

  /** Blanks the images of a user in earlier policy versions and returns their number. */
  int blankChanges(Recording recording, UserId user, Blanking blanking) {
    List<CopyStore.Images> blanked =
        sql.list(
            """
            SELECT version, ordinal, before, after FROM iam_policy_changes
            WHERE organization_id = ? AND target_type = 'user' AND target_id = ?
            """,
            row ->
                new CopyStore.Images(
                    row.getLong("version"),
                    row.getInt("ordinal"),
                    SubjectRef.USER,
                    user.toString(),
                    blanking.image(row.getString("before")),
                    blanking.image(row.getString("after"))),
            recording.organization().value(),
            user.toString());
    copies.blankImages(recording.organization(), blanked);
    return blanked.size();
  }

  /**
   * Blanks justifications and conditions of grants, and returns their number. A revoked grant's
   * condition decides nothing; its replacement must not widen all the same.
   */
  int blankGrants(Recording recording, List<UUID> grants, String[] patterns) {
    @Nullable Object[] parameters = {
      recording.at(), recording.organization().value(), grants.toArray(UUID[]::new), patterns
    };
    return sql.update(
            """
            UPDATE iam_grants SET justification = NULL, revision = revision + 1, updated_at = ?
            WHERE organization_id = ? AND id = ANY (?)
              AND justification COLLATE "default" ILIKE ANY (?)
            """,
            parameters)
        + sql.update(
            """
            UPDATE iam_grants SET condition = CASE effect WHEN 'deny' THEN 'true' ELSE 'false' END,
              revision = revision + 1, updated_at = ?
            WHERE organization_id = ? AND id = ANY (?) AND status = 'revoked'
              AND condition COLLATE "default" ILIKE ANY (?)
            """,
            parameters);
  }
}
