package io.iamplane.governance.review;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.iamplane.grant.Grant;
import io.iamplane.shared.SubjectRef;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * An item as the API shows it; see {@link ReviewItem} for the meaning of the members.
 *
 * @param campaign its campaign, for reviewers, who may not read campaigns; absent elsewhere
 */
@RegisterForReflection
public record ReviewItemView(
    UUID id,
    UUID campaignId,
    UUID grantId,
    String subject,
    Grant.PrivilegeType privilegeType,
    String privilegeKey,
    Signals signals,
    @Nullable String reviewer,
    List<String> delegatedBy,
    ReviewItem.Decision decision,
    @Nullable String decidedBy,
    boolean asAdministrator,
    @Nullable Instant decidedAt,
    @Nullable String note,
    ReviewItem.@Nullable Outcome outcome,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable OfCampaign campaign) {

  /** A campaign as its reviewers see it. */
  @RegisterForReflection
  public record OfCampaign(
      String name, Instant dueAt, Campaign.OnUnconfirmed onUnconfirmed, Campaign.Apply apply) {}

  /** Facts for the reviewer's decision, at the time of the campaign's opening. */
  @RegisterForReflection
  public record Signals(
      boolean privileged,
      boolean subjectActive,
      Instant grantedAt,
      int holders,
      @Nullable Instant lastUsedAt,
      boolean neverUsed) {}

  static ReviewItemView of(ReviewItem item) {
    return of(item, null);
  }

  static ReviewItemView of(ReviewItem item, @Nullable Campaign campaign) {
    return new ReviewItemView(
        item.id(),
        item.campaignId().value(),
        item.grantId().value(),
        item.subject().toString(),
        item.privilegeType(),
        item.privilegeKey(),
        new Signals(
            item.privileged(),
            item.subjectActive(),
            item.grantedAt(),
            item.holders(),
            item.lastUsedAt(),
            item.neverUsed()),
        text(item.reviewer()),
        item.delegatedBy().stream().map(SubjectRef::toString).toList(),
        item.decision(),
        text(item.decidedBy()),
        item.asAdministrator(),
        item.decidedAt(),
        item.note(),
        item.outcome(),
        campaign == null
            ? null
            : new OfCampaign(
                campaign.name(), campaign.dueAt(), campaign.onUnconfirmed(), campaign.apply()));
  }

  private static @Nullable String text(@Nullable SubjectRef subject) {
    return subject == null ? null : subject.toString();
  }
}
