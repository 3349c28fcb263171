package io.iamplane.decision.erasure;

import io.iamplane.database.Sql;
import io.iamplane.decision.erasure.ErasedPerson.External;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.SubjectRef;
import jakarta.inject.Singleton;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The rows of {@code iam_decision_erasures}: how far the erasures of people in the log are. */
@Singleton
class DecisionErasureStore {

  private final Sql sql;

  DecisionErasureStore(Sql sql) {
    this.sql = sql;
  }

  record Position(UUID seal, int position) {

    static final Position START = new Position(new UUID(0, 0), -1);
  }

  /** An erasure that is not done. */
  record Open(OrganizationId organization, UUID id) {}

  /**
   * @param until decisions that are sealed before are erased
   * @param position the last block that was searched
   */
  record Erasing(UUID id, UUID user, ErasedPerson person, Instant until, Position position) {}

  /**
   * The result of a step.
   *
   * @param position the last block that was searched
   * @param reached decisions that were sealed before are erased
   * @param done true if all are that ever will be
   * @param skipped the blocks that could not be read
   */
  record Progress(
      Position position,
      Instant reached,
      boolean done,
      int blocks,
      int records,
      List<UUID> skipped) {}

  /** Begins an erasure of a user, in the place of one that is done. */
  void begin(OrganizationId organization, UUID id, UUID user, ErasedPerson person, Instant until) {
    sql.update(
        """
        DELETE FROM iam_decision_erasures
        WHERE organization_id = ? AND user_id = ? AND done_at IS NOT NULL
        """,
        organization.value(),
        user);
    External external = person.external();
    sql.updateOne(
        """
        INSERT INTO iam_decision_erasures (organization_id, id, user_id, known_from, erased_at,
          external_sha256, external_subject, external_resource, until, seal_id, position, blocks,
          records, skipped, skipped_blocks)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0, 0, 0, '{}')
        """,
        organization.value(),
        id,
        user,
        person.knownFrom(),
        person.erasedAt(),
        external == null ? null : external.sha256(),
        external == null ? null : external.subject(),
        external == null ? null : external.resource(),
        until,
        Position.START.seal(),
        Position.START.position());
  }

  /** Some erasures that are not done, the oldest first. */
  List<Open> open(int most) {
    return sql.list(
        """
        SELECT organization_id, id FROM iam_decision_erasures
        WHERE done_at IS NULL ORDER BY id LIMIT ?
        """,
        row ->
            new Open(
                new OrganizationId(row.getObject("organization_id", UUID.class)),
                row.getObject("id", UUID.class)),
        most);
  }

  /** Takes an erasure until the transaction ends; empty if it is done or another process has it. */
  Optional<Erasing> take(Open open) {
    return sql.first(
        """
        SELECT id, user_id, known_from, erased_at, external_sha256, external_subject,
          external_resource, until, seal_id, position
        FROM iam_decision_erasures
        WHERE organization_id = ? AND id = ? AND done_at IS NULL FOR UPDATE SKIP LOCKED
        """,
        DecisionErasureStore::erasing,
        open.organization().value(),
        open.id());
  }

  /** Stores how far an erasure is that is taken. */
  void advance(Open open, Progress to, @Nullable Instant doneAt, int mostNamed) {
    UUID[] named = to.skipped().toArray(UUID[]::new);
    sql.updateOne(
        """
        UPDATE iam_decision_erasures SET seal_id = ?, position = ?, reached = ?,
          blocks = blocks + ?, records = records + ?, skipped = skipped + ?,
          skipped_blocks = (skipped_blocks || ?::uuid[])[1:?], done_at = ?,
          external_sha256 = CASE WHEN ?::boolean THEN NULL ELSE external_sha256 END,
          external_subject = CASE WHEN ?::boolean THEN NULL ELSE external_subject END,
          external_resource = CASE WHEN ?::boolean THEN NULL ELSE external_resource END
        WHERE organization_id = ? AND id = ?
        """,
        to.position().seal(),
        to.position().position(),
        to.reached(),
        to.blocks(),
        to.records(),
        named.length,
        named,
        mostNamed,
        doneAt,
        to.done(),
        to.done(),
        to.done(),
        open.organization().value(),
        open.id());
  }

  Optional<DecisionErasureView> last(OrganizationId organization, UUID user) {
    return sql.first(
        """
        SELECT done_at, reached, until, blocks, records, skipped, skipped_blocks
        FROM iam_decision_erasures WHERE organization_id = ? AND user_id = ?
        ORDER BY id DESC LIMIT 1
        """,
        row ->
            new DecisionErasureView(
                row.getObject("done_at") == null
                    ? DecisionErasureView.State.RUNNING
                    : DecisionErasureView.State.DONE,
                Sql.instantOrNull(row, "reached"),
                Sql.instant(row, "until"),
                row.getLong("blocks"),
                row.getLong("records"),
                row.getLong("skipped"),
                Arrays.stream((UUID[]) row.getArray("skipped_blocks").getArray())
                    .map(UUID::toString)
                    .toList()),
        organization.value(),
        user);
  }

  private static Erasing erasing(ResultSet row) throws SQLException {
    UUID user = row.getObject("user_id", UUID.class);
    byte[] sha256 = row.getBytes("external_sha256");
    return new Erasing(
        row.getObject("id", UUID.class),
        user,
        new ErasedPerson(
            new SubjectRef(SubjectRef.USER, user.toString()).toString(),
            Sql.instant(row, "known_from"),
            Sql.instant(row, "erased_at"),
            sha256 == null
                ? null
                : new External(
                    sha256, row.getLong("external_subject"), row.getLong("external_resource"))),
        Sql.instant(row, "until"),
        new Position(row.getObject("seal_id", UUID.class), row.getInt("position")));
  }
}
