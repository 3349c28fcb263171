package io.iamplane.governance.review;

import io.iamplane.database.Sql;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.SubjectRef;
import io.iamplane.shared.WireName;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;

/** Finds the grants and items for opening, closing and a dry run, as sets. */
@Singleton
class ReviewProgressQuery {

  /** Permits in a scope, in the order of their ids. */
  static final String IN_SCOPE =
      """
      SELECT g.id, g.privilege_key FROM iam_grants g
      WHERE g.organization_id = ? AND g.status = 'active' AND g.id > ? AND g.effect = 'permit'
        AND g.created_at <= ? AND (g.valid_until IS NULL OR g.valid_until > ?)
        AND (? OR g.application = ANY (?::text[])
          OR split_part(g.privilege_key, ':', 1) = ANY (?::text[]))
        AND (? OR g.privilege_type = ANY (?::text[]))
        AND (? OR g.subject_type = ANY (?::text[]))
        AND (? OR starts_with(g.privilege_key, 'iam:')
          OR EXISTS (SELECT FROM iam_roles r WHERE r.organization_id = g.organization_id
            AND r.key = g.privilege_key AND r.privileged)
          OR EXISTS (SELECT FROM iam_permissions p WHERE p.organization_id = g.organization_id
            AND p.key = g.privilege_key AND p.risk IN ('high', 'critical')))
      ORDER BY g.id LIMIT ?
      """;

  /** The effects of closing on the remaining items; takes action, organization and campaign. */
  private static final String FUTURE =
      """
      FROM (
        SELECT i.*, CASE i.decision WHEN 'revoked' THEN 'revoke' WHEN 'certified' THEN 'keep'
          ELSE ? END AS action
        FROM iam_access_review_items i
        WHERE i.organization_id = ? AND i.campaign_id = ? AND i.outcome IS NULL) i
      """;

  private static final String ACTIVE =
      """
      JOIN iam_grants g ON g.organization_id = i.organization_id AND g.id = i.grant_id
        AND g.status = 'active'
      """;

  private final Sql sql;

  ReviewProgressQuery(Sql sql) {
    this.sql = sql;
  }

  /** A campaign in progress, of any organization. */
  record OpenCampaign(OrganizationId organization, CampaignId id, Campaign.Status status) {}

  record Asked(UUID grant, String privilegeKey) {}

  record Forecast(long revoke, long suspend) {

    long losses() {
      return revoke + suspend;
    }
  }

  record Pending(
      UUID id,
      UUID grant,
      SubjectRef subject,
      String privilegeKey,
      Campaign.OnUnconfirmed action) {}

  /** Finds the campaigns that jobs continue: begun, or past their due date and not stopped. */
  List<OpenCampaign> due(Instant now, int limit) {
    return sql.list(
        """
        SELECT organization_id, id, status FROM iam_access_reviews
        WHERE status IN ('opening', 'closing') OR status = 'running' AND due_at <= ? AND NOT stopped
        ORDER BY due_at LIMIT ?
        """,
        row ->
            new OpenCampaign(
                new OrganizationId(row.getObject("organization_id", UUID.class)),
                new CampaignId(row.getObject("id", UUID.class)),
                WireName.of(Campaign.Status.class, row.getString("status"))),
        now,
        limit);
  }

  /** The next grants in a campaign's scope after one. */
  List<Asked> inScope(OrganizationId organization, Campaign campaign, UUID after, int limit) {
    CampaignScope scope = campaign.scope().whole();
    Instant opened = Objects.requireNonNull(campaign.openedAt());
    List<String> applications = Objects.requireNonNull(scope.applicationKeys());
    List<String> types =
        Objects.requireNonNull(scope.privilegeTypes()).stream().map(WireName::wire).toList();
    List<String> subjects = Objects.requireNonNull(scope.subjectTypes());
    return sql.list(
        IN_SCOPE,
        row -> new Asked(row.getObject("id", UUID.class), row.getString("privilege_key")),
        organization.value(),
        after,
        opened,
        opened,
        applications.isEmpty(),
        applications.toArray(String[]::new),
        applications.toArray(String[]::new),
        types.isEmpty(),
        types.toArray(String[]::new),
        subjects.isEmpty(),
        subjects.toArray(String[]::new),
        !Boolean.TRUE.equals(scope.onlyPrivileged()),
        limit);
  }

  /** Counts the active permits of each privilege. */
  Map<String, Long> holders(OrganizationId organization) {
    Map<String, Long> holders = new HashMap<>();
    sql.forEach(
        """
        SELECT privilege_key, count(*) AS n FROM iam_grants
        WHERE organization_id = ? AND status = 'active' AND effect = 'permit'
        GROUP BY privilege_key
        """,
        row -> holders.put(row.getString("privilege_key"), row.getLong("n")),
        organization.value());
    return holders;
  }

  /** The last grant that has an item. */
  Optional<UUID> lastGrant(OrganizationId organization, CampaignId campaign) {
    return sql.first(
        """
        SELECT grant_id FROM iam_access_review_items WHERE organization_id = ? AND campaign_id = ?
        ORDER BY grant_id DESC LIMIT 1
        """,
        row -> row.getObject("grant_id", UUID.class),
        organization.value(),
        campaign.value());
  }

  int items(OrganizationId organization, CampaignId campaign) {
    return (int) count(organization, campaign, "");
  }

  Forecast forecast(OrganizationId organization, Campaign campaign) {
    return sql.list(
            "SELECT count(*) FILTER (WHERE action = 'revoke') AS revoke,"
                + " count(*) FILTER (WHERE action = 'suspend') AS suspend "
                + FUTURE
                + ACTIVE
                + "WHERE action <> 'keep'",
            row -> new Forecast(row.getLong("revoke"), row.getLong("suspend")),
            campaign.onUnconfirmed().wire(),
            organization.value(),
            campaign.id().value())
        .getFirst();
  }

  long undecided(OrganizationId organization, CampaignId campaign) {
    return count(organization, campaign, " AND decision = 'undecided'");
  }

  private long count(OrganizationId organization, CampaignId campaign, String condition) {
    return sql.list(
            "SELECT count(*) AS n FROM iam_access_review_items"
                + " WHERE organization_id = ? AND campaign_id = ?"
                + condition,
            row -> row.getLong("n"),
            organization.value(),
            campaign.value())
        .getFirst();
  }

  /** The next items that closing would take something away by. */
  List<Pending> losses(OrganizationId organization, Campaign campaign, UUID after, int limit) {
    return pending(
        FUTURE + ACTIVE + "WHERE action <> 'keep'", organization, campaign, after, limit);
  }

  /** The next items of which nothing became yet. */
  List<Pending> next(OrganizationId organization, Campaign campaign, UUID after, int limit) {
    return pending(FUTURE + "WHERE true", organization, campaign, after, limit);
  }

  private List<Pending> pending(
      String from, OrganizationId organization, Campaign campaign, UUID after, int limit) {
    return sql.list(
        "SELECT i.id, i.grant_id, i.subject_type, i.subject_id, i.privilege_key, i.action "
            + from
            + " AND i.id > ? ORDER BY i.id LIMIT ?",
        row ->
            new Pending(
                row.getObject("id", UUID.class),
                row.getObject("grant_id", UUID.class),
                new SubjectRef(row.getString("subject_type"), row.getString("subject_id")),
                row.getString("privilege_key"),
                WireName.of(Campaign.OnUnconfirmed.class, row.getString("action"))),
        campaign.onUnconfirmed().wire(),
        organization.value(),
        campaign.id().value(),
        after,
        limit);
  }
}
