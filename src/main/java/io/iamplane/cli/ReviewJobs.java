package io.iamplane.cli;

import io.iamplane.governance.review.Campaign;
import io.iamplane.governance.review.CampaignId;
import io.iamplane.governance.review.DueReviews;
import io.iamplane.governance.review.ReviewReminders;
import io.iamplane.shared.Caller;
import io.quarkus.runtime.annotations.RegisterForReflection;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.util.List;
import java.util.UUID;

/** The work on access reviews, in servers and as commands. */
@Singleton
class ReviewJobs {

  private final Database database;
  private final CommandOrganization organizations;
  private final DueReviews due;
  private final ReviewReminders reminders;
  private final Clock clock;

  ReviewJobs(
      Database database,
      CommandOrganization organizations,
      DueReviews due,
      ReviewReminders reminders,
      Clock clock) {
    this.database = database;
    this.organizations = organizations;
    this.due = due;
    this.reminders = reminders;
    this.clock = clock;
  }

  @RegisterForReflection
  record ClosedView(int opened, int completed, int stopped, int failed) implements JobCommand.View {

    @Override
    public List<String> lines() {
      return List.of(
          "opened %d campaigns, completed %d, stopped %d; %d failed"
              .formatted(opened, completed, stopped, failed));
    }
  }

  @RegisterForReflection
  record RemindedView(int campaigns, int reminders, int failed) implements JobCommand.View {

    @Override
    public List<String> lines() {
      return List.of(
          "sent %d reminders for %d campaigns; %d campaigns failed"
              .formatted(reminders, campaigns, failed));
    }
  }

  ClosedView close() {
    return Failures.unknownIfRefused(() -> {
      database.requireSchema();
      DueReviews.Done done = due.run(clock.instant());
      return new ClosedView(done.opened(), done.completed(), done.stopped(), done.failed());
    });
  }

  RemindedView remind() {
    return Failures.unknownIfRefused(() -> {
      database.requireSchema();
      ReviewReminders.Sent sent = reminders.send(clock.instant());
      return new RemindedView(sent.campaigns(), sent.reminders(), sent.failed());
    });
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
    Caller caller = organizations.caller(organization);
    return CampaignLine.of(due.open(caller, caller.organization(), id));
  }

  CampaignLine close(String organization, String campaign, boolean confirmed) {
    CampaignId id = id(campaign);
    Caller caller = organizations.caller(organization);
    return CampaignLine.of(due.close(caller, caller.organization(), id, confirmed));
  }

  private static CampaignId id(String text) {
    return CampaignId.parse(text)
        .orElseThrow(() -> CommandException.usage("--campaign must be a campaign id"));
  }
}
