package io.iamplane.governance.review;

import io.iamplane.change.Recording;
import io.iamplane.database.Columns;
import io.iamplane.database.Sql;
import io.iamplane.governance.review.ReviewProgressQuery.Asked;
import io.iamplane.shared.SubjectRef;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The rows of {@code iam_access_review_items}, most of which are written as sets. */
@Singleton
class ReviewItemStore {

  /**
   * Makes the items of some grants that are still active; those that have one of this campaign keep
   * it. Ids rise in the order in which rows are written: with ids at random each row would touch a
   * page of its own in four indexes, which took a fifth longer.
   */
  private static final String INSERT =
      """
      WITH wanted AS (
        SELECT g.*, n.holders, n.place
        FROM unnest(?::uuid[], ?::bigint[]) WITH ORDINALITY AS n (id, holders, place)
        JOIN iam_grants g ON g.organization_id = ? AND g.id = n.id AND g.status = 'active'),
      asked AS (
        SELECT g.*, g.subject_type || ':' || g.subject_id AS subject,
          md5(?::text || g.id::text) AS digest,
          starts_with(g.privilege_key, 'iam:') OR coalesce(r.privileged, false)
            OR coalesce(p.risk IN ('high', 'critical'), false) AS privileged,
          coalesce(u.status, a.status, c.status, 'active') = 'active' AS subject_active,
          used.last_used_at,
          used.last_used_at IS NULL AND coalesce(s.counted_from <= greatest(g.created_at,
            ?::timestamptz - interval '90 days'), false) AS never_used,
          u.attributes ->> 'manager' AS manager
        FROM wanted g
        LEFT JOIN iam_roles r ON g.privilege_type = 'role'
          AND r.organization_id = g.organization_id AND r.key = g.privilege_key
        LEFT JOIN iam_permissions p ON g.privilege_type = 'permission'
          AND p.organization_id = g.organization_id AND p.key = g.privilege_key
        LEFT JOIN iam_users u ON u.organization_id = g.organization_id
          AND u.id = CASE WHEN g.subject_type = 'user' AND g.subject_id <> '*'
            THEN g.subject_id::uuid END
        LEFT JOIN iam_service_accounts a ON a.organization_id = g.organization_id
          AND a.id = CASE WHEN g.subject_type = 'service_account' AND g.subject_id <> '*'
            THEN g.subject_id::uuid END
        LEFT JOIN iam_grant_use_states s ON s.organization_id = g.organization_id
        LEFT JOIN LATERAL (
          SELECT max(o.last_used_at) AS last_used_at FROM iam_grant_uses o
          WHERE o.organization_id = g.organization_id AND o.grant_id = g.id) AS used ON true
        LEFT JOIN iam_groups c ON c.organization_id = g.organization_id
          AND c.id = CASE WHEN g.subject_type = 'group' THEN g.subject_id::uuid END)
      INSERT INTO iam_access_review_items (organization_id, id, campaign_id, grant_id, subject_type,
        subject_id, privilege_type, privilege_key, privileged, subject_active, holders,
        last_used_at, never_used, reviewer, created_at)
      SELECT organization_id, (? || '7' || lpad(to_hex(place), 3, '0') || '8' || substr(digest, 1, 15))::uuid,
        ?, id, subject_type, subject_id, privilege_type, privilege_key, privileged,
        subject_active, holders, last_used_at, never_used,
        (SELECT choice FROM unnest(ARRAY[
            CASE WHEN ? THEN (
              SELECT 'user:' || m.id FROM iam_users m
              WHERE m.organization_id = asked.organization_id AND m.status = 'active'
                AND (m.external_id = asked.manager OR m.id = CASE
                  WHEN asked.manager ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
                  THEN asked.manager::uuid END)
              LIMIT 1) END,
            ?::text, ?::text]) WITH ORDINALITY AS chosen (choice, place)
          WHERE choice IS NOT NULL AND choice <> asked.subject ORDER BY place LIMIT 1),
        ?
      FROM asked
      ON CONFLICT (organization_id, campaign_id, grant_id) DO NOTHING
      """;

  private final Sql sql;

  ReviewItemStore(Sql sql) {
    this.sql = sql;
  }

  /**
   * Makes the items of some grants, except those that are there; takes the holders by privilege.
   */
  void insert(
      Recording recording, Campaign campaign, List<Asked> grants, Map<String, Long> holders) {
    Columns<Asked> of = new Columns<>(grants);
    UUID organization = recording.organization().value();
    Instant opened = Objects.requireNonNull(campaign.openedAt());
    sql.update(
        INSERT,
        of.ids(Asked::grant),
        of.numbers(asked -> holders.getOrDefault(asked.privilegeKey(), 1L)),
        organization,
        campaign.id().toString(),
        opened,
        "%012x".formatted(recording.at().toEpochMilli()),
        campaign.id().value(),
        campaign.reviewerStrategy() == Campaign.ReviewerStrategy.MANAGER,
        text(campaign.reviewer()),
        campaign.owner().toString(),
        opened);
  }

  /** Writes the members that a decision, its reset or a delegation may change. */
  void update(Recording recording, ReviewItem item) {
    ReviewItem.Outcome outcome = item.outcome();
    sql.updateOne(
        """
        UPDATE iam_access_review_items SET reviewer = ?, delegated_by = ?, decision = ?,
          decided_by = ?, as_administrator = ?, decided_at = ?, note = ?, outcome = ?
        WHERE organization_id = ? AND id = ?
        """,
        text(item.reviewer()),
        item.delegatedBy().stream().map(SubjectRef::toString).toArray(String[]::new),
        item.decision().wire(),
        text(item.decidedBy()),
        item.asAdministrator(),
        item.decidedAt(),
        item.note(),
        outcome == null ? null : outcome.wire(),
        recording.organization().value(),
        item.id());
  }

  void settle(Recording recording, Map<UUID, ReviewItem.Outcome> outcomes) {
    Columns<Map.Entry<UUID, ReviewItem.Outcome>> of =
        new Columns<>(List.copyOf(outcomes.entrySet()));
    sql.update(
        """
        UPDATE iam_access_review_items i SET outcome = n.outcome
        FROM unnest(?::uuid[], ?::text[]) AS n (id, outcome)
        WHERE i.organization_id = ? AND i.id = n.id
        """,
        of.ids(Map.Entry::getKey),
        of.texts(each -> each.getValue().wire()),
        recording.organization().value());
  }

  private static @Nullable String text(@Nullable SubjectRef subject) {
    return subject == null ? null : subject.toString();
  }
}
