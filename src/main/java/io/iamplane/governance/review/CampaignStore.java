package io.iamplane.governance.review;

import io.iamplane.change.Recording;
import io.iamplane.change.RowKey;
import io.iamplane.change.RowStore;
import io.iamplane.change.TenantStore;
import io.iamplane.database.Keyset;
import io.iamplane.grant.Grant;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.Page;
import io.iamplane.shared.PageRequest;
import io.iamplane.shared.SubjectRef;
import io.iamplane.shared.WireName;
import jakarta.inject.Singleton;
import jakarta.persistence.EmbeddedId;
import jakarta.persistence.Entity;
import jakarta.persistence.Table;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.hibernate.annotations.JdbcTypeCode;
import org.hibernate.type.SqlTypes;
import org.jspecify.annotations.Nullable;

/** The rows of {@code iam_access_reviews}. */
@Singleton
class CampaignStore extends TenantStore<CampaignStore.CampaignEntity, Campaign> {

  private static final String SELECT = "SELECT * FROM iam_access_reviews WHERE organization_id = ?";

  Page<Campaign> page(OrganizationId organization, PageRequest page, @Nullable String status) {
    return Page.cut(
        rows(CampaignEntity.class, query(organization, page, status)),
        page.limit(),
        campaign -> campaign.id().toString());
  }

  static Keyset query(OrganizationId organization, PageRequest page, @Nullable String status) {
    return Keyset.of(SELECT, "id", organization.value())
        .filter("status = ?", status)
        .after(page.afterId())
        .rows(page.limit() + 1);
  }

  int open(OrganizationId organization) {
    return (int)
        count(
            "id.organizationId = ?1 and status not in ('completed', 'cancelled')",
            organization.value());
  }

  void insert(Recording recording, Campaign campaign) {
    CampaignEntity row = new CampaignEntity();
    row.id = RowKey.of(recording.organization(), campaign.id().value());
    insert(recording, row, campaign);
  }

  void update(Recording recording, Campaign campaign) {
    update(recording, campaign.id().value(), campaign);
  }

  @Entity
  @Table(name = "iam_access_reviews")
  static class CampaignEntity implements RowStore.Row<Campaign> {

    @EmbeddedId RowKey id;
    String name;

    @JdbcTypeCode(SqlTypes.ARRAY)
    String[] applicationKeys;

    @JdbcTypeCode(SqlTypes.ARRAY)
    String[] privilegeTypes;

    @JdbcTypeCode(SqlTypes.ARRAY)
    String[] subjectTypes;

    boolean onlyPrivileged;
    String reviewerStrategy;
    @Nullable String reviewer;
    String onUnconfirmed;
    Instant dueAt;
    String apply;
    double maxBlastRadius;
    String status;
    String owner;
    boolean stopped;
    int itemsCreated;
    @Nullable Instant openedAt;
    @Nullable Instant closedAt;
    long revision;
    Instant createdAt;
    Instant updatedAt;

    @Override
    public void take(Campaign campaign, Instant at) {
      CampaignScope scope = campaign.scope().whole();
      name = campaign.name();
      applicationKeys = Objects.requireNonNull(scope.applicationKeys()).toArray(String[]::new);
      privilegeTypes =
          Objects.requireNonNull(scope.privilegeTypes()).stream()
              .map(WireName::wire)
              .toArray(String[]::new);
      subjectTypes = Objects.requireNonNull(scope.subjectTypes()).toArray(String[]::new);
      onlyPrivileged = Boolean.TRUE.equals(scope.onlyPrivileged());
      reviewerStrategy = campaign.reviewerStrategy().wire();
      reviewer = campaign.reviewer() == null ? null : campaign.reviewer().toString();
      onUnconfirmed = campaign.onUnconfirmed().wire();
      dueAt = campaign.dueAt();
      apply = campaign.apply().wire();
      maxBlastRadius = campaign.maxBlastRadius();
      status = campaign.status().wire();
      owner = campaign.owner().toString();
      stopped = campaign.stopped();
      itemsCreated = campaign.itemsCreated();
      openedAt = campaign.openedAt();
      closedAt = campaign.closedAt();
      revision = campaign.revision();
      createdAt = campaign.createdAt();
      updatedAt = at;
    }

    @Override
    public Campaign value() {
      return new Campaign(
          new CampaignId(id.id()),
          name,
          new CampaignScope(
              List.of(applicationKeys),
              Arrays.stream(privilegeTypes)
                  .map(type -> WireName.of(Grant.PrivilegeType.class, type))
                  .toList(),
              List.of(subjectTypes),
              onlyPrivileged),
          WireName.of(Campaign.ReviewerStrategy.class, reviewerStrategy),
          reviewer == null ? null : subject(reviewer),
          WireName.of(Campaign.OnUnconfirmed.class, onUnconfirmed),
          dueAt,
          WireName.of(Campaign.Apply.class, apply),
          maxBlastRadius,
          WireName.of(Campaign.Status.class, status),
          subject(owner),
          stopped,
          itemsCreated,
          openedAt,
          closedAt,
          revision,
          createdAt);
    }

    private static SubjectRef subject(String text) {
      return SubjectRef.parse(text).orElseThrow();
    }
  }
}
