package io.iamplane.cli;

import io.iamplane.governance.review.Campaign;
import io.iamplane.governance.review.CampaignId;
import io.iamplane.governance.review.DueReviews;
import io.quarkus.runtime.annotations.RegisterForReflection;
import jakarta.inject.Singleton;
import java.util.UUID;

/** Opens and closes the campaign that a command names. */
@Singleton
class ReviewCampaigns {

  private final Database database;
  private final CommandOrganization organizations;
  private final DueReviews reviews;

  ReviewCampaigns(Database database, CommandOrganization organizations, DueReviews reviews) {
    this.database = database;
    this.organizations = organizations;
    this.reviews = reviews;
  }

  /** The output of commands about one campaign. */
  @RegisterForReflection
  record CampaignLine(UUID id, Campaign.Status status, int itemsCreated) {

    static CampaignLine of(Campaign campaign) {
      return new CampaignLine(campaign.id().value(), campaign.status(), campaign.itemsCreated());
    }

    String line() {
      return "campaign %s: %s, %d items".formatted(id, status.wire(), itemsCreated);
    }
  }

  CampaignLine open(String organization, String campaign) {
    CampaignId id = id(campaign);
    database.requireSchema();
    CommandOrganization.Named named = organizations.named(organization);
    return CampaignLine.of(reviews.open(named.caller(), named.id(), id));
  }

  CampaignLine close(String organization, String campaign, boolean confirmed) {
    CampaignId id = id(campaign);
    database.requireSchema();
    CommandOrganization.Named named = organizations.named(organization);
    return CampaignLine.of(reviews.close(named.caller(), named.id(), id, confirmed));
  }

  private static CampaignId id(String text) {
    return CampaignId.parse(text)
        .orElseThrow(() -> CommandException.usage("--campaign must be a campaign id"));
  }
}
