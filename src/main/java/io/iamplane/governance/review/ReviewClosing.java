package io.iamplane.governance.review;

import io.iamplane.change.Change;
import io.iamplane.change.Changes;
import io.iamplane.change.Recording;
import io.iamplane.governance.review.ReviewProgressQuery.Pending;
import io.iamplane.grant.Grant;
import io.iamplane.grant.GrantService;
import io.iamplane.shared.Caller;
import io.iamplane.shared.ErrorCode;
import io.iamplane.shared.IamException;
import io.iamplane.shared.OrganizationId;
import jakarta.inject.Singleton;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Closes campaigns: applies the decisions to the grants, in portions, each a change of its own. A
 * portion takes items without an outcome, so that one that is repeated, killed, or concurrent with
 * another process applies nothing twice.
 */
@Singleton
class ReviewClosing {

  /** Items of one transaction: other changes of the tenant wait for that long, and no longer. */
  static final int PORTION = 250;

  static final UUID FIRST = new UUID(0, 0);

  private final CampaignService campaigns;
  private final ReviewProgressQuery progress;
  private final ReviewItemStore items;
  private final GrantService grants;
  private final Changes changes;

  ReviewClosing(
      CampaignService campaigns,
      ReviewProgressQuery progress,
      ReviewItemStore items,
      GrantService grants,
      Changes changes) {
    this.campaigns = campaigns;
    this.progress = progress;
    this.items = items;
    this.grants = grants;
    this.changes = changes;
  }

  /** Begins to close; the first change of {@link #goOn}. */
  Campaign close(
      Caller caller,
      OrganizationId organization,
      CampaignId id,
      @Nullable String ifMatch,
      boolean confirmed) {
    return changes.record(
        Change.operational(
            caller, organization, recording -> campaigns.close(recording, id, ifMatch, confirmed)));
  }

  /** Begins to close a campaign that is due, or stops it. */
  Campaign closeDue(Caller caller, OrganizationId organization, CampaignId id) {
    return changes.record(
        Change.operational(caller, organization, recording -> campaigns.closeDue(recording, id)));
  }

  /** The progress of a close, up to the {@code last} item. */
  record Turn(Campaign campaign, UUID last) {}

  /**
   * Goes on with a campaign that is closing, by so many portions at most; completes it unless there
   * are more.
   */
  Campaign goOn(Caller caller, OrganizationId organization, CampaignId id, int portions) {
    return goOn(caller, organization, id, FIRST, portions).campaign();
  }

  /** Continues after an item, which saves skipping the earlier ones. */
  Turn goOn(Caller caller, OrganizationId organization, CampaignId id, UUID from, int portions) {
    Turn step = new Turn(campaigns.get(organization, id), from);
    int size = PORTION;
    int left = portions;
    while (left > 0 && step.campaign().status() == Campaign.Status.CLOSING) {
      UUID after = step.last();
      int most = size;
      try {
        step = step(caller, organization, id, after, most, false);
        size = Math.min(PORTION, most * 2);
        left--;
      } catch (IamException e) {
        if (!isRefusedByRule(e)) {
          throw e;
        }
        // Whichever item it is: halves find it, and the others go on.
        if (most == 1) {
          step = step(caller, organization, id, after, 1, true);
          left--;
        }
        size = Math.max(1, most / 2);
      }
    }
    return step;
  }

  private Turn step(
      Caller caller,
      OrganizationId organization,
      CampaignId id,
      UUID after,
      int most,
      boolean refused) {
    return changes.record(
        Change.policy(
            caller,
            organization,
            recording -> {
              Campaign present = campaigns.of(organization, id);
              if (present.status() != Campaign.Status.CLOSING) {
                return new Turn(present, after);
              }
              List<Pending> next = progress.next(organization, present, after, most);
              if (next.isEmpty()) {
                return new Turn(campaigns.complete(recording, present), after);
              }
              items.settle(
                  recording,
                  refused
                      ? Map.of(next.getFirst().id(), ReviewItem.Outcome.REFUSED)
                      : apply(recording, next));
              return new Turn(present, next.getLast().id());
            }));
  }

  private Map<UUID, ReviewItem.Outcome> apply(Recording recording, List<Pending> next) {
    Set<UUID> revoked = end(recording, next, Campaign.OnUnconfirmed.REVOKE, Grant.Status.REVOKED);
    Set<UUID> suspended =
        end(recording, next, Campaign.OnUnconfirmed.SUSPEND, Grant.Status.SUSPENDED);
    Map<UUID, ReviewItem.Outcome> outcomes = new LinkedHashMap<>();
    for (Pending item : next) {
      outcomes.put(
          item.id(),
          switch (item.action()) {
            case KEEP -> ReviewItem.Outcome.KEPT;
            case REVOKE -> done(revoked, item, ReviewItem.Outcome.REVOKED);
            case SUSPEND -> done(suspended, item, ReviewItem.Outcome.SUSPENDED);
          });
    }
    return outcomes;
  }

  private Set<UUID> end(
      Recording recording, List<Pending> next, Campaign.OnUnconfirmed action, Grant.Status status) {
    List<UUID> ids =
        next.stream().filter(item -> item.action() == action).map(Pending::grant).toList();
    Set<UUID> ended = new HashSet<>();
    grants.endAll(recording, ids, status).forEach(grant -> ended.add(grant.id().value()));
    return ended;
  }

  private static ReviewItem.Outcome done(
      Set<UUID> ended, Pending item, ReviewItem.Outcome outcome) {
    return ended.contains(item.grant()) ? outcome : ReviewItem.Outcome.GONE;
  }

  /** Returns true for a refusal by a rule, and not for lack of a turn or a concurrent change. */
  private static boolean isRefusedByRule(IamException e) {
    return e.code() == ErrorCode.CONFLICT && !e.members().containsKey("outcome");
  }
}
