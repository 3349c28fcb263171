package io.iamplane.governance.review;

import io.iamplane.change.Change;
import io.iamplane.change.Changes;
import io.iamplane.database.Transactions;
import io.iamplane.governance.review.ReviewProgressQuery.Asked;
import io.iamplane.shared.Caller;
import io.iamplane.shared.OrganizationId;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Opens campaigns: makes an item for each grant in scope, in portions, so that other changes of the
 * tenant run between them. An interrupted opening continues after the last item made.
 */
@Singleton
class ReviewOpening {

  /** The maximum number of items of one transaction; their ids allow fewer than 4,096. */
  static final int PORTION = 2_000;

  private static final UUID FIRST = new UUID(0, 0);

  private final CampaignService campaigns;
  private final ReviewProgressQuery progress;
  private final ReviewItemStore items;
  private final Changes changes;
  private final Transactions transactions;

  ReviewOpening(
      CampaignService campaigns,
      ReviewProgressQuery progress,
      ReviewItemStore items,
      Changes changes,
      Transactions transactions) {
    this.campaigns = campaigns;
    this.progress = progress;
    this.items = items;
    this.changes = changes;
    this.transactions = transactions;
  }

  /** Opens a draft; the first change of {@link #goOn}. */
  Campaign open(
      Caller caller, OrganizationId organization, CampaignId id, @Nullable String ifMatch) {
    return changes.record(
        Change.operational(
            caller, organization, recording -> campaigns.open(recording, id, ifMatch)));
  }

  /**
   * Goes on with a campaign that is opening, by so many portions at most; lets it run unless there
   * are more.
   */
  Campaign goOn(Caller caller, OrganizationId organization, CampaignId id, int portions) {
    Campaign campaign = campaigns.get(organization, id);
    if (campaign.status() != Campaign.Status.OPENING) {
      return campaign;
    }
    // Counted once: a privilege that everyone holds would be counted again with each portion.
    Map<String, Long> holders = transactions.call(() -> progress.holders(organization));
    UUID after = transactions.call(() -> progress.lastGrant(organization, id)).orElse(FIRST);
    for (int i = 0; i < portions && campaign.status() == Campaign.Status.OPENING; i++) {
      Campaign asked = campaign;
      UUID last = after;
      List<Asked> grants =
          transactions.call(() -> progress.inScope(organization, asked, last, PORTION));
      campaign =
          changes.record(
              Change.operational(
                  caller,
                  organization,
                  recording -> {
                    Campaign present = campaigns.of(organization, id);
                    if (present.status() != Campaign.Status.OPENING) {
                      return present;
                    }
                    if (grants.isEmpty()) {
                      return campaigns.run(recording, present);
                    }
                    items.insert(recording, present, grants, holders);
                    return present;
                  }));
      after = grants.isEmpty() ? after : grants.getLast().grant();
    }
    return campaign;
  }
}
