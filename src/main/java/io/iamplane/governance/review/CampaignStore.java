package io.iamplane.governance.review;

import io.iamplane.change.Recording;
import io.iamplane.change.TenantStore;
import io.iamplane.database.Keyset;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.Page;
import io.iamplane.shared.PageRequest;
import jakarta.inject.Singleton;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The rows of {@code iam_access_reviews}. */
@Singleton
class CampaignStore extends TenantStore<CampaignEntity, Campaign> {

  private static final String SELECT = "SELECT * FROM iam_access_reviews WHERE organization_id = ?";

  Optional<Campaign> byId(OrganizationId organization, CampaignId id) {
    return byId(organization, id.value());
  }

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

  /** Counts the campaigns that are not over. */
  int open(OrganizationId organization) {
    return (int)
        count(
            "id.organizationId = ?1 and status not in ('completed', 'cancelled')",
            organization.value());
  }

  void insert(Recording recording, Campaign campaign) {
    insert(recording, CampaignEntity.of(recording.organization(), campaign), campaign);
  }

  void update(Recording recording, Campaign campaign) {
    update(recording, campaign.id().value(), campaign);
  }
}
