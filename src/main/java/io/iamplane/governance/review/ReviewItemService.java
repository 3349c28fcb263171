package io.iamplane.governance.review;

import io.iamplane.chain.EventType;
import io.iamplane.change.Effect;
import io.iamplane.change.Recording;
import io.iamplane.database.Transactions;
import io.iamplane.governance.review.ReviewItemQuery.Filter;
import io.iamplane.grant.Grant;
import io.iamplane.grant.GrantService;
import io.iamplane.shared.IamException;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.Page;
import io.iamplane.shared.PageRequest;
import io.iamplane.shared.SubjectRef;
import jakarta.inject.Singleton;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Decisions of reviewers. Each writing method runs inside the change that records it. */
@Singleton
class ReviewItemService {

  private static final String TARGET = "access_review_item";

  /** The maximum number of reviewers of an item, one after another. */
  private static final int MOST_REVIEWERS = 10;

  private final ReviewItemQuery query;
  private final ReviewItemStore store;
  private final CampaignService campaigns;
  private final ReviewRights rights;
  private final GrantService grants;
  private final Transactions transactions;

  ReviewItemService(
      ReviewItemQuery query,
      ReviewItemStore store,
      CampaignService campaigns,
      ReviewRights rights,
      GrantService grants,
      Transactions transactions) {
    this.query = query;
    this.store = store;
    this.campaigns = campaigns;
    this.rights = rights;
    this.grants = grants;
    this.transactions = transactions;
  }

  /**
   * Says that a grant is still needed.
   *
   * @throws IamException NOT_FOUND; FORBIDDEN for others than its reviewer and administrators, and
   *     for one's own grant; CONFLICT when its campaign does not run, or revoked at once
   */
  ReviewItem certify(Recording recording, UUID id, @Nullable String note) {
    return decide(recording, id, ReviewItem.Decision.CERTIFIED, note);
  }

  /** Says that a grant is not needed; refused as {@link #certify} is. */
  ReviewItem revoke(Recording recording, UUID id, @Nullable String note) {
    return decide(recording, id, ReviewItem.Decision.REVOKED, note);
  }

  /**
   * Takes a decision back. An item without one stays as it is, and nothing is recorded.
   *
   * @throws IamException like {@link #certify}
   */
  ReviewItem reset(Recording recording, UUID id) {
    ReviewItem before = find(recording.organization(), id);
    rights.requireDecider(recording.caller(), before);
    requireOpen(recording.organization(), before);
    if (before.decision() == ReviewItem.Decision.UNDECIDED) {
      return before;
    }
    ReviewItem after = before.reset();
    store.update(recording, after);
    record(recording, EventType.ACCESS_REVIEW_ITEM_RESET, before, after);
    return after;
  }

  private ReviewItem decide(
      Recording recording, UUID id, ReviewItem.Decision decision, @Nullable String note) {
    ReviewItem before = find(recording.organization(), id);
    boolean administrator = rights.requireDecider(recording.caller(), before);
    Campaign campaign = requireOpen(recording.organization(), before);
    ReviewItem after =
        before.decided(
            decision,
            recording.caller().subject(),
            administrator,
            recording.at(),
            note,
            decision == ReviewItem.Decision.REVOKED && campaign.apply() == Campaign.Apply.AT_ONCE
                ? revokeNow(recording, before)
                : null);
    store.update(recording, after);
    record(
        recording,
        decision == ReviewItem.Decision.REVOKED
            ? EventType.ACCESS_REVIEW_ITEM_REVOKED
            : EventType.ACCESS_REVIEW_ITEM_CERTIFIED,
        before,
        after);
    return after;
  }

  private ReviewItem.Outcome revokeNow(Recording recording, ReviewItem item) {
    boolean wasActive =
        !grants.endAll(recording, List.of(item.grantId().value()), Grant.Status.REVOKED).isEmpty();
    return wasActive ? ReviewItem.Outcome.REVOKED : ReviewItem.Outcome.GONE;
  }

  /**
   * Delegates an item to another reviewer.
   *
   * @param to a user or service account, by id or external id
   * @throws IamException like {@link #certify}; VALIDATION for an unknown reviewer, or for a
   *     reviewer of their own grant; CONFLICT for an earlier reviewer of the item
   */
  ReviewItem delegate(Recording recording, UUID id, String to) {
    OrganizationId organization = recording.organization();
    ReviewItem before = find(organization, id);
    rights.requireDecider(recording.caller(), before);
    requireOpen(organization, before);
    SubjectRef next = rights.reviewer(organization, "to", to);
    if (rights.isOwn(organization, before.subject(), next)) {
      throw IamException.validation("to", "must not be a holder of the grant");
    }
    List<SubjectRef> earlier = new ArrayList<>();
    if (rights.isInForce(organization, before)) {
      earlier.addAll(before.delegatedBy());
      Optional.ofNullable(before.reviewer()).ifPresent(earlier::add);
    }
    if (earlier.contains(next)) {
      throw IamException.conflict("The item has already been assigned to that reviewer.");
    }
    if (earlier.size() >= MOST_REVIEWERS) {
      throw IamException.conflict(
          "The item has already had " + MOST_REVIEWERS + " reviewers, the maximum.");
    }
    ReviewItem after = before.delegated(next, List.copyOf(earlier));
    store.update(recording, after);
    record(recording, EventType.ACCESS_REVIEW_ITEM_DELEGATED, before, after);
    return after;
  }

  Page<ReviewItem> page(OrganizationId organization, PageRequest page, Filter filter) {
    return transactions.call(() -> query.page(organization, page, filter));
  }

  private ReviewItem find(OrganizationId organization, UUID id) {
    return query.byId(organization, id).orElseThrow(IamException::notFound);
  }

  private Campaign requireOpen(OrganizationId organization, ReviewItem item) {
    Campaign campaign = campaigns.of(organization, item.campaignId());
    if (campaign.status() != Campaign.Status.RUNNING) {
      throw IamException.conflict(
          "The campaign's status is '" + campaign.status().wire() + "', not 'running'.");
    }
    if (item.outcome() != null) {
      throw IamException.conflict(
          "The revocation has already taken effect; create a new grant to restore the access.");
    }
    return campaign;
  }

  private static void record(
      Recording recording, EventType type, ReviewItem before, ReviewItem after) {
    recording.add(Effect.changed(type, TARGET, after.id().toString(), before, after));
  }
}
