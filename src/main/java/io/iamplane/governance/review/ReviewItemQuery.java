package io.iamplane.governance.review;

import io.iamplane.database.Keyset;
import io.iamplane.database.Sql;
import io.iamplane.grant.Grant;
import io.iamplane.grant.GrantId;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.Page;
import io.iamplane.shared.PageRequest;
import io.iamplane.shared.SubjectRef;
import io.iamplane.shared.WireName;
import jakarta.inject.Singleton;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

@Singleton
class ReviewItemQuery {

  private static final String SELECT =
      """
      SELECT *, (SELECT g.created_at FROM iam_grants g
          WHERE g.organization_id = i.organization_id AND g.id = i.grant_id) AS granted_at
      FROM iam_access_review_items i WHERE organization_id = ?\
      """;

  private static final String RUNNING =
      " AND campaign_id IN (SELECT id FROM iam_access_reviews"
          + " WHERE organization_id = ? AND status = 'running')";

  private static final List<String> DECISIONS =
      Arrays.stream(ReviewItem.Decision.values()).map(WireName::wire).toList();

  private final Sql sql;

  ReviewItemQuery(Sql sql) {
    this.sql = sql;
  }

  /** A filter of items: of running campaigns in a reviewer's inbox, else of one campaign. */
  record Filter(
      @Nullable SubjectRef inbox,
      @Nullable CampaignId campaign,
      ReviewItem.@Nullable Decision decision) {}

  Optional<ReviewItem> byId(OrganizationId organization, UUID id) {
    return sql.first(SELECT + " AND id = ?", ReviewItemQuery::read, organization.value(), id);
  }

  Page<ReviewItem> page(OrganizationId organization, PageRequest page, Filter filter) {
    return Page.cut(
        sql.list(query(organization, page, filter), ReviewItemQuery::read),
        page.limit(),
        item -> item.id().toString());
  }

  static Keyset query(OrganizationId organization, PageRequest page, Filter filter) {
    SubjectRef inbox = filter.inbox();
    CampaignId campaign = filter.campaign();
    ReviewItem.Decision decision = filter.decision();
    Keyset query =
        inbox == null
            ? Keyset.of(SELECT, "id", organization.value())
            : Keyset.of(SELECT + RUNNING, "id", organization.value(), organization.value());
    return query
        .filter("reviewer = ?", inbox == null ? null : inbox.toString())
        .filter("campaign_id = ?", campaign == null ? null : campaign.value())
        .after(page.afterId())
        .rows(page.limit() + 1)
        .either("decision", decision == null ? null : decision.wire(), DECISIONS);
  }

  private static ReviewItem read(ResultSet row) throws SQLException {
    String outcome = row.getString("outcome");
    return new ReviewItem(
        row.getObject("id", UUID.class),
        new CampaignId(row.getObject("campaign_id", UUID.class)),
        new GrantId(row.getObject("grant_id", UUID.class)),
        new SubjectRef(row.getString("subject_type"), row.getString("subject_id")),
        WireName.of(Grant.PrivilegeType.class, row.getString("privilege_type")),
        row.getString("privilege_key"),
        row.getBoolean("privileged"),
        row.getBoolean("subject_active"),
        Sql.instantOrEpoch(row, "granted_at"),
        row.getInt("holders"),
        Sql.instantOrNull(row, "last_used_at"),
        row.getBoolean("never_used"),
        subject(row.getString("reviewer")),
        Arrays.stream((String[]) row.getArray("delegated_by").getArray())
            .map(text -> SubjectRef.parse(text).orElseThrow())
            .toList(),
        WireName.of(ReviewItem.Decision.class, row.getString("decision")),
        subject(row.getString("decided_by")),
        row.getBoolean("as_administrator"),
        Sql.instantOrNull(row, "decided_at"),
        row.getString("note"),
        outcome == null ? null : WireName.of(ReviewItem.Outcome.class, outcome));
  }

  private static @Nullable SubjectRef subject(@Nullable String text) {
    return text == null ? null : SubjectRef.parse(text).orElseThrow();
  }
}
