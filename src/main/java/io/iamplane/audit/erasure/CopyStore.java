package io.iamplane.audit.erasure;

import io.iamplane.database.RoundTrip;
import io.iamplane.database.Sql;
import io.iamplane.shared.OrganizationId;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The copies of free text: values beside the chain, announcements, images of earlier versions,
 * excerpts of deliveries. Reads a range of an index at a time. A chained record is never touched.
 */
@Singleton
class CopyStore {

  private static final String NAMING_GRANTS =
      """
      SELECT id FROM iam_grants WHERE organization_id = ?
        AND concat_ws(chr(10), justification, CASE status WHEN 'revoked' THEN condition END)
          ILIKE ANY (?)
      """;

  private final Sql sql;

  CopyStore(Sql sql) {
    this.sql = sql;
  }

  /** A row in its order: a record's or version's number, and the place within it. */
  record Position(long number, String within) {}

  /** {@code value} is null when it does not name the person. */
  record Value(long seq, String path, String subject, @Nullable String value) {}

  record Record(long seq, String canonical) {}

  record Message(long seq, String body) {

    /** The message with another body; empty if it is the same. */
    Optional<Message> with(String other) {
      return other.equals(body) ? Optional.empty() : Optional.of(new Message(seq, other));
    }
  }

  record Images(
      long version,
      int ordinal,
      String targetType,
      String targetId,
      @Nullable String before,
      @Nullable String after) {}

  record DeliveryRow(UUID id, @Nullable String attempts, @Nullable String lastError) {}

  /** The former names of a person, as canonical JSON. */
  List<String> formerNames(OrganizationId organization, String subject) {
    return sql.list(
        """
        SELECT DISTINCT value FROM iam_audit_personal WHERE organization_id = ? AND subject = ?
          AND path IN ('/before/name', '/after/name', '/before/email', '/after/email',
            '/before/external_id', '/after/external_id')
        """,
        row -> row.getString("value"),
        organization.value(),
        subject);
  }

  long lastSeq(OrganizationId organization) {
    return one("SELECT seq AS n FROM iam_audit_heads WHERE organization_id = ?", organization);
  }

  long lastVersion(OrganizationId organization) {
    return one(
        "SELECT version AS n FROM iam_policy_versions WHERE organization_id = ?", organization);
  }

  private long one(String query, OrganizationId organization) {
    return sql.first(query, row -> row.getLong("n"), organization.value()).orElse(0L);
  }

  /**
   * The next values after one, in order; their texts only where the patterns match. A record may
   * hold many, so that a portion counts values and not records.
   */
  List<Value> values(
      OrganizationId organization, Position after, long through, String[] patterns, int rows) {
    return inOrder(
        """
        SELECT seq, path, subject, CASE WHEN value COLLATE "default" ILIKE ANY (?) THEN value END
          AS value
        FROM (SELECT seq, path, subject, value FROM iam_audit_personal
          WHERE organization_id = ? AND (seq, path) > (?, ?) AND seq <= ?
          ORDER BY seq, path LIMIT ?) p
        ORDER BY seq, path
        """,
        row ->
            new Value(
                row.getLong("seq"),
                row.getString("path"),
                row.getString("subject"),
                row.getString("value")),
        patterns,
        organization.value(),
        after.number(),
        after.within(),
        through,
        rows);
  }

  /**
   * Reads in the order of an index. Of a tenant that was loaded since the table was analyzed
   * PostgreSQL expects a few rows: it would rather read and sort all that are left, for every
   * portion again.
   */
  private <T> List<T> inOrder(
      String query, Sql.RowReader<T> reader, @Nullable Object... parameters) {
    RoundTrip trip = sql.roundTrip();
    trip.list("SELECT set_config('enable_sort', 'off', true)", row -> true);
    Supplier<List<T>> rows = trip.list(query, reader, parameters);
    trip.list("SELECT set_config('enable_sort', 'on', true)", row -> true);
    trip.run();
    return rows.get();
  }

  void delete(OrganizationId organization, List<Value> values) {
    sql.batch(
        "DELETE FROM iam_audit_personal WHERE organization_id = ? AND seq = ? AND path = ?",
        values.stream()
            .map(value -> new @Nullable Object[] {organization.value(), value.seq(), value.path()})
            .toList());
  }

  /** Records that the patterns match, in their order. */
  List<Record> records(OrganizationId organization, Range range, String[] patterns) {
    return sql.list(
        """
        SELECT seq, canonical FROM iam_audit_records
        WHERE organization_id = ? AND seq > ? AND seq <= ?
          AND canonical COLLATE "default" ILIKE ANY (?)
        ORDER BY seq
        """,
        row -> new Record(row.getLong("seq"), row.getString("canonical")),
        organization.value(),
        range.after(),
        range.through(),
        patterns);
  }

  List<Message> messages(OrganizationId organization, Range range, String[] patterns) {
    return sql.list(
        """
        SELECT seq, body FROM iam_outbox_messages
        WHERE organization_id = ? AND seq > ? AND seq <= ?
          AND body COLLATE "default" ILIKE ANY (?)
        """,
        row -> new Message(row.getLong("seq"), row.getString("body")),
        organization.value(),
        range.after(),
        range.through(),
        patterns);
  }

  void blankMessages(OrganizationId organization, List<Message> blanked) {
    sql.batch(
        "UPDATE iam_outbox_messages SET body = ? WHERE organization_id = ? AND seq = ?",
        blanked.stream()
            .map(message ->
                new @Nullable Object[] {message.body(), organization.value(), message.seq()})
            .toList());
  }

  /**
   * The next images after one, in order; their texts only where the patterns match. A version may
   * hold many, so that a portion counts images and not versions.
   */
  List<Images> images(
      OrganizationId organization, Position after, long through, String[] patterns, int rows) {
    return inOrder(
        """
        SELECT version, ordinal, target_type, target_id,
          CASE WHEN hit THEN before::text END AS before, CASE WHEN hit THEN after::text END AS after
        FROM (SELECT version, ordinal, target_type, target_id, before, after,
            concat_ws(chr(10), before::text, after::text) ILIKE ANY (?) AS hit
          FROM iam_policy_changes
          WHERE organization_id = ? AND (version, ordinal) > (?, ?) AND version <= ?
          ORDER BY version, ordinal LIMIT ?) c
        ORDER BY version, ordinal
        """,
        row ->
            new Images(
                row.getLong("version"),
                row.getInt("ordinal"),
                row.getString("target_type"),
                row.getString("target_id"),
                row.getString("before"),
                row.getString("after")),
        patterns,
        organization.value(),
        after.number(),
        Integer.parseInt(after.within()),
        through,
        rows);
  }

  void blankImages(OrganizationId organization, List<Images> blanked) {
    sql.batch(
        """
        UPDATE iam_policy_changes SET before = ?::jsonb, after = ?::jsonb
        WHERE organization_id = ? AND version = ? AND ordinal = ?
        """,
        blanked.stream()
            .map(images ->
                new @Nullable Object[] {
                  images.before(),
                  images.after(),
                  organization.value(),
                  images.version(),
                  images.ordinal()
                })
            .toList());
  }

  /** Every webhook that the organization ever had: a deleted one's deliveries are still there. */
  List<UUID> webhooks(OrganizationId organization) {
    return sql.list(
        "SELECT id FROM iam_webhooks WHERE organization_id = ?",
        row -> row.getObject("id", UUID.class),
        organization.value());
  }

  /** The next deliveries of a webhook; texts only where the patterns match. */
  List<DeliveryRow> deliveries(UUID webhook, UUID after, int limit, String[] patterns) {
    return inOrder(
        """
        SELECT id, CASE WHEN hit THEN attempts::text END AS attempts,
          CASE WHEN hit THEN last_error END AS last_error
        FROM (SELECT id, attempts, last_error,
            concat_ws(chr(10), last_error, attempts::text) ILIKE ANY (?) AS hit
          FROM iam_webhook_deliveries WHERE webhook_id = ? AND id > ? ORDER BY id LIMIT ?) d
        ORDER BY id
        """,
        row ->
            new DeliveryRow(
                row.getObject("id", UUID.class),
                row.getString("attempts"),
                row.getString("last_error")),
        patterns,
        webhook,
        after,
        limit);
  }

  /** Unless a worker added an attempt meanwhile; the erasure then looks again. */
  int blankDelivery(DeliveryRow before, @Nullable String attempts, @Nullable String lastError) {
    return sql.update(
        """
        UPDATE iam_webhook_deliveries SET attempts = ?::jsonb, last_error = ?
        WHERE id = ? AND attempts = ?::jsonb
        """,
        attempts,
        lastError,
        before.id(),
        before.attempts());
  }

  /** Grants with own texts that may name the person. */
  List<UUID> grants(OrganizationId organization, String[] patterns) {
    return sql.list(
        NAMING_GRANTS, row -> row.getObject("id", UUID.class), organization.value(), patterns);
  }

  /** The grants that some versions changed, if own texts of them may name the person. */
  List<UUID> changedGrants(OrganizationId organization, Range versions, String[] patterns) {
    if (versions.isEmpty()) {
      return List.of();
    }
    List<UUID> changed =
        sql.list(
            """
            SELECT DISTINCT target_id::uuid AS id FROM iam_policy_changes
            WHERE organization_id = ? AND version > ? AND version <= ? AND target_type = 'grant'
            """,
            row -> row.getObject("id", UUID.class),
            organization.value(),
            versions.after(),
            versions.through());
    return changed.isEmpty()
        ? List.of()
        : sql.list(
            NAMING_GRANTS + " AND id = ANY (?)",
            row -> row.getObject("id", UUID.class),
            organization.value(),
            patterns,
            changed.toArray(UUID[]::new));
  }
}
