package io.iamplane.governance.review;

import io.iamplane.grant.Grant;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A campaign as the API shows it; see {@link Campaign} for the meaning of the members. */
@RegisterForReflection
public record CampaignView(
    UUID id,
    String name,
    ScopeView scopeJson,
    Campaign.ReviewerStrategy reviewerStrategy,
    @Nullable String reviewer,
    Campaign.OnUnconfirmed onUnconfirmed,
    Instant dueAt,
    Campaign.Apply apply,
    double maxBlastRadius,
    Campaign.Status status,
    String owner,
    boolean stopped,
    int itemsCreated,
    @Nullable Instant openedAt,
    @Nullable Instant closedAt,
    Instant createdAt) {

  /** See {@link CampaignScope}; every member is present, and an empty list matches all. */
  @RegisterForReflection
  public record ScopeView(
      List<String> applicationKeys,
      List<Grant.PrivilegeType> privilegeTypes,
      List<String> subjectTypes,
      boolean onlyPrivileged) {

    static ScopeView of(CampaignScope scope) {
      CampaignScope whole = scope.whole();
      return new ScopeView(
          Objects.requireNonNull(whole.applicationKeys()),
          Objects.requireNonNull(whole.privilegeTypes()),
          Objects.requireNonNull(whole.subjectTypes()),
          Boolean.TRUE.equals(whole.onlyPrivileged()));
    }
  }

  static CampaignView of(Campaign campaign) {
    return new CampaignView(
        campaign.id().value(),
        campaign.name(),
        ScopeView.of(campaign.scope()),
        campaign.reviewerStrategy(),
        campaign.reviewer() == null ? null : campaign.reviewer().toString(),
        campaign.onUnconfirmed(),
        campaign.dueAt(),
        campaign.apply(),
        campaign.maxBlastRadius(),
        campaign.status(),
        campaign.owner().toString(),
        campaign.stopped(),
        campaign.itemsCreated(),
        campaign.openedAt(),
        campaign.closedAt(),
        campaign.createdAt());
  }
}
