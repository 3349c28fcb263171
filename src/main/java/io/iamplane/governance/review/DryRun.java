package io.iamplane.governance.review;

import io.iamplane.database.Transactions;
import io.iamplane.governance.review.ReviewProgressQuery.Forecast;
import io.iamplane.governance.review.ReviewProgressQuery.Pending;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.Page;
import io.iamplane.shared.PageRequest;
import io.iamplane.shared.wire.ListRequest;
import jakarta.inject.Singleton;
import java.util.List;

/** Forecasts the close of a campaign, by the queries of the close itself. */
@Singleton
class DryRun {

  private final CampaignService campaigns;
  private final ReviewProgressQuery progress;
  private final Transactions transactions;

  DryRun(CampaignService campaigns, ReviewProgressQuery progress, Transactions transactions) {
    this.campaigns = campaigns;
    this.progress = progress;
    this.transactions = transactions;
  }

  DryRunView of(OrganizationId organization, CampaignId id, ListRequest list) {
    return transactions.call(() -> {
      Campaign campaign = campaigns.of(organization, id);
      // One that is over does nothing any more.
      Forecast forecast =
          campaign.isOver() ? new Forecast(0, 0) : progress.forecast(organization, campaign);
      Page<Pending> page =
          Page.cut(
              forecast.losses() == 0
                  ? List.of()
                  : progress.losses(organization, campaign, list.page().afterId(), list.rows()),
              list.page().limit(),
              item -> item.id().toString());
      return new DryRunView(
          campaign.itemsCreated(),
          progress.undecided(organization, id),
          forecast.revoke(),
          forecast.suspend(),
          campaign.part(forecast.losses()),
          CampaignService.exceeds(campaign, forecast),
          page.items().stream().map(DryRunView.LossView::of).toList(),
          PageRequest.cursor(page, list.list()));
    });
  }
}
