package io.iamplane.governance.review;

import io.iamplane.change.Recording;
import io.iamplane.database.Columns;
import io.iamplane.database.Sql;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.SubjectRef;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Collection;
import java.util.List;
import java.util.UUID;

/** The rows of {@code iam_access_review_reminders}, and the recipients of further ones. */
@Singleton
class ReviewReminderStore {

  private static final String NOT_YET =
      """
      AND NOT EXISTS (SELECT FROM iam_access_review_reminders s
        WHERE s.organization_id = i.organization_id AND s.campaign_id = i.campaign_id
          AND s.day = ?::date AND s.recipient = i.reviewer)
      """;

  /**
   * A delegate may decide as long as all earlier reviewers could. Looks accounts up by their key:
   * comparing the text of each would read all of the tenant's for each item. So would a join, which
   * PostgreSQL makes of NOT EXISTS by some statistics, unless there is an OFFSET.
   */
  private static final String IN_FORCE =
      """
      AND NOT EXISTS (SELECT FROM unnest(i.delegated_by) AS d (account)
        WHERE NOT EXISTS (SELECT FROM iam_users u WHERE u.organization_id = i.organization_id
            AND u.id = CASE WHEN starts_with(d.account, 'user:')
              THEN substr(d.account, 6)::uuid END
            AND u.status = 'active' OFFSET 0)
          AND NOT EXISTS (SELECT FROM iam_service_accounts a
            WHERE a.organization_id = i.organization_id
              AND a.id = CASE WHEN starts_with(d.account, 'service_account:')
                THEN substr(d.account, 17)::uuid END
              AND a.status = 'active' OFFSET 0))
      """;

  /** Active reviewers {@code r}; takes the organization twice. */
  private static final String ACTIVE =
      """
      WHERE EXISTS (SELECT FROM iam_users u WHERE u.organization_id = ?
          AND u.id = CASE WHEN starts_with(r.reviewer, 'user:')
            THEN substr(r.reviewer, 6)::uuid END
          AND u.status = 'active')
        OR EXISTS (SELECT FROM iam_service_accounts a WHERE a.organization_id = ?
          AND a.id = CASE WHEN starts_with(r.reviewer, 'service_account:')
            THEN substr(r.reviewer, 17)::uuid END
          AND a.status = 'active')
      """;

  private final Sql sql;

  ReviewReminderStore(Sql sql) {
    this.sql = sql;
  }

  record Running(OrganizationId organization, CampaignId id) {}

  record Waiting(SubjectRef recipient, long undecided) {}

  /** Campaigns that run and are not due yet, of all organizations, after one. */
  List<Running> running(Instant now, UUID after, int limit) {
    return sql.list(
        """
        SELECT organization_id, id FROM iam_access_reviews
        WHERE status = 'running' AND due_at > ? AND id > ? ORDER BY id LIMIT ?
        """,
        row ->
            new Running(
                new OrganizationId(row.getObject("organization_id", UUID.class)),
                new CampaignId(row.getObject("id", UUID.class))),
        now,
        after,
        limit);
  }

  /** Finds active reviewers with undecided items and without a reminder on a day. */
  List<String> reviewers(Running campaign, LocalDate day) {
    return sql.list(
        "SELECT reviewer FROM (SELECT DISTINCT reviewer FROM iam_access_review_items i"
            + " WHERE organization_id = ? AND campaign_id = ? AND decision = 'undecided'"
            + " AND reviewer IS NOT NULL AND outcome IS NULL "
            + NOT_YET
            + IN_FORCE
            + ") r "
            + ACTIVE
            + "ORDER BY reviewer",
        row -> row.getString("reviewer"),
        campaign.organization().value(),
        campaign.id().value(),
        day.toString(),
        campaign.organization().value(),
        campaign.organization().value());
  }

  /** Finds, among some reviewers, those with undecided items and no reminder of the day. */
  List<Waiting> waiting(Running campaign, LocalDate day, Collection<String> reviewers) {
    return sql.list(
        "SELECT reviewer, count(*) AS undecided FROM iam_access_review_items i"
            + " WHERE organization_id = ? AND campaign_id = ? AND decision = 'undecided'"
            + " AND reviewer = ANY (?) AND outcome IS NULL "
            + NOT_YET
            + IN_FORCE
            + "GROUP BY reviewer ORDER BY reviewer",
        row ->
            new Waiting(
                SubjectRef.parse(row.getString("reviewer")).orElseThrow(),
                row.getLong("undecided")),
        campaign.organization().value(),
        campaign.id().value(),
        reviewers.toArray(String[]::new),
        day.toString());
  }

  boolean isSent(Running campaign, LocalDate day, SubjectRef recipient) {
    return sql.first(
            """
            SELECT 1 FROM iam_access_review_reminders
            WHERE organization_id = ? AND campaign_id = ? AND day = ?::date AND recipient = ?
            """,
            row -> true,
            campaign.organization().value(),
            campaign.id().value(),
            day.toString(),
            recipient.toString())
        .isPresent();
  }

  /** Keeps that reminders were sent, of which none was before. */
  void insert(Recording recording, List<ReviewReminder> reminders) {
    Columns<ReviewReminder> of = new Columns<>(reminders);
    sql.update(
        """
        INSERT INTO iam_access_review_reminders (organization_id, campaign_id, day, audience,
          recipient, sent_at)
        SELECT ?::uuid, n.campaign, n.day::date, n.audience, n.recipient, ?
        FROM unnest(?::uuid[], ?::text[], ?::text[], ?::text[])
          AS n (campaign, day, audience, recipient)
        """,
        recording.organization().value(),
        recording.at(),
        of.ids(reminder -> reminder.campaignId().value()),
        of.texts(reminder -> reminder.day().toString()),
        of.texts(reminder -> reminder.audience().wire()),
        of.texts(reminder -> reminder.recipient().toString()));
  }
}
