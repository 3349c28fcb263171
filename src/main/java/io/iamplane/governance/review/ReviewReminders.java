package io.iamplane.governance.review;

import io.iamplane.chain.EventType;
import io.iamplane.change.Change;
import io.iamplane.change.Changes;
import io.iamplane.change.Effect;
import io.iamplane.change.Recording;
import io.iamplane.database.Transactions;
import io.iamplane.directory.SubjectDirectory;
import io.iamplane.governance.review.ReviewReminder.Audience;
import io.iamplane.governance.review.ReviewReminderStore.Running;
import io.iamplane.shared.Caller;
import io.iamplane.shared.InstallationConfig;
import io.iamplane.shared.SubjectRef;
import io.iamplane.shared.UuidV7;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Gatherers;
import org.jboss.logging.Logger;

/**
 * Reminds reviewers of undecided items by an event each, once a day and campaign. That one was sent
 * is written with its event, so that a run more, beside it or after a kill, sends none twice.
 */
@Singleton
public class ReviewReminders {

  private static final Logger LOG = Logger.getLogger(ReviewReminders.class);

  /** Reminders of one transaction. */
  static final int PORTION = 200;

  private static final int CAMPAIGNS = 100;
  private static final UUID FIRST = new UUID(0, 0);

  /** The time before the end at which the owner is reminded too. */
  private static final Duration LAST = Duration.ofHours(48);

  private final ReviewReminderStore store;
  private final ReviewProgressQuery progress;
  private final CampaignService campaigns;
  private final SubjectDirectory directory;
  private final ReviewCalendar calendar;
  private final ReviewConfig config;
  private final InstallationConfig installation;
  private final Changes changes;
  private final Transactions transactions;

  ReviewReminders(
      ReviewReminderStore store,
      ReviewProgressQuery progress,
      CampaignService campaigns,
      SubjectDirectory directory,
      ReviewCalendar calendar,
      ReviewConfig config,
      InstallationConfig installation,
      Changes changes,
      Transactions transactions) {
    this.store = store;
    this.progress = progress;
    this.campaigns = campaigns;
    this.directory = directory;
    this.calendar = calendar;
    this.config = config;
    this.installation = installation;
    this.changes = changes;
    this.transactions = transactions;
  }

  public record Sent(int campaigns, int reminders, int failed) {}

  /** Sends the reminders that are due at a time, in all organizations. */
  public Sent send(Instant now) {
    LocalDate day = calendar.dueDay(now).orElse(null);
    if (day == null) {
      return new Sent(0, 0, 0);
    }
    int seen = 0;
    int sent = 0;
    int failed = 0;
    List<Running> page = page(now, FIRST);
    while (!page.isEmpty()) {
      for (Running campaign : page) {
        seen++;
        try {
          sent += send(campaign, day, now);
        } catch (RuntimeException e) {
          failed++;
          LOG.warnf(
              "could not send the reminders for campaign %s: %s", campaign.id(), e.getMessage());
        }
      }
      page = page(now, page.getLast().id().value());
    }
    return new Sent(seen, sent, failed);
  }

  private List<Running> page(Instant now, UUID after) {
    return transactions.call(() -> store.running(now, after, CAMPAIGNS));
  }

  private int send(Running campaign, LocalDate day, Instant now) {
    List<String> reviewers = transactions.call(() -> store.reviewers(campaign, day));
    int sent = 0;
    for (List<String> portion :
        reviewers.stream().gather(Gatherers.windowFixed(PORTION)).toList()) {
      sent +=
          record(
              campaign,
              recording -> write(recording, ofReviewers(campaign, day, portion, recording)));
    }
    return sent + record(campaign, recording -> write(recording, ofOwner(campaign, day, now)));
  }

  private int record(Running campaign, Function<Recording, Integer> body) {
    return changes.record(
        Change.operational(
            Caller.job(campaign.organization(), "reviews-remind", UuidV7.next().toString()),
            campaign.organization(),
            body));
  }

  private List<ReviewReminder> ofReviewers(
      Running campaign, LocalDate day, List<String> reviewers, Recording recording) {
    Campaign present = campaigns.of(recording.organization(), campaign.id());
    if (present.status() != Campaign.Status.RUNNING) {
      return List.of();
    }
    return store.waiting(campaign, day, reviewers).stream()
        .map(each -> reminder(present, each.recipient(), Audience.REVIEWER, each.undecided(), day))
        .toList();
  }

  private List<ReviewReminder> ofOwner(Running campaign, LocalDate day, Instant now) {
    Campaign present = campaigns.of(campaign.organization(), campaign.id());
    SubjectRef owner = present.owner();
    if (present.status() != Campaign.Status.RUNNING
        || now.isBefore(present.dueAt().minus(LAST))
        || store.isSent(campaign, day, owner)
        || !directory.areActive(campaign.organization(), List.of(owner))) {
      return List.of();
    }
    long undecided = progress.undecided(campaign.organization(), campaign.id());
    return undecided == 0
        ? List.of()
        : List.of(reminder(present, owner, Audience.OWNER, undecided, day));
  }

  private ReviewReminder reminder(
      Campaign campaign, SubjectRef to, Audience audience, long undecided, LocalDate day) {
    String url =
        config
            .inboxUrl()
            .orElse(
                installation.issuer()
                    + "/api/iam/v1/access-reviews/inbox?filter%5Bcampaign%5D={campaign}");
    return new ReviewReminder(
        campaign.id(),
        to,
        audience,
        undecided,
        campaign.dueAt(),
        url.replace("{campaign}", campaign.id().toString()),
        day);
  }

  private int write(Recording recording, List<ReviewReminder> reminders) {
    if (!reminders.isEmpty()) {
      store.insert(recording, reminders);
    }
    for (ReviewReminder reminder : reminders) {
      recording.add(
          Effect.created(
              EventType.ACCESS_REVIEW_REMINDER,
              CampaignService.TARGET,
              reminder.campaignId().toString(),
              reminder));
    }
    return reminders.size();
  }
}
