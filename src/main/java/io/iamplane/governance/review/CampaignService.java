package io.iamplane.governance.review;

import io.iamplane.chain.EventType;
import io.iamplane.change.Effect;
import io.iamplane.change.Recording;
import io.iamplane.database.Transactions;
import io.iamplane.directory.DirectoryRules;
import io.iamplane.governance.review.ReviewProgressQuery.Forecast;
import io.iamplane.governance.review.ReviewProgressQuery.Pending;
import io.iamplane.shared.IamException;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.Page;
import io.iamplane.shared.PageRequest;
import io.iamplane.shared.SubjectRef;
import io.iamplane.shared.wire.ListRequest;
import io.iamplane.shared.wire.Revision;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The life of campaigns. Each writing method runs inside the change that records it. */
@Singleton
public class CampaignService {

  /** Campaigns of one organization that are not over: each may cost an item for every grant. */
  static final int MOST_OPEN = 20;

  static final String TARGET = "access_review";

  private static final double USUAL_BLAST_RADIUS = 0.1;

  private final CampaignStore store;
  private final ReviewProgressQuery progress;
  private final ReviewRights rights;
  private final Transactions transactions;

  CampaignService(
      CampaignStore store,
      ReviewProgressQuery progress,
      ReviewRights rights,
      Transactions transactions) {
    this.store = store;
    this.progress = progress;
    this.rights = rights;
    this.transactions = transactions;
  }

  /** Makes a draft; VALIDATION naming the member; CONFLICT when too many are not over. */
  Campaign create(Recording recording, CreateCampaignRequest request) {
    OrganizationId organization = recording.organization();
    if (store.open(organization) >= MOST_OPEN) {
      throw IamException.conflict(
          "The organization has " + MOST_OPEN + " unfinished campaigns, the maximum.");
    }
    Campaign campaign =
        new Campaign(
            CampaignId.next(),
            request.name(),
            (request.scopeJson() == null ? CampaignScope.ALL : request.scopeJson()).whole(),
            request.reviewerStrategy(),
            reviewer(organization, request),
            request.onUnconfirmed(),
            due(recording, request.dueAt()),
            request.apply() == null ? Campaign.Apply.AT_CLOSE : request.apply(),
            request.maxBlastRadius() == null ? USUAL_BLAST_RADIUS : request.maxBlastRadius(),
            Campaign.Status.DRAFT,
            recording.caller().subject(),
            false,
            0,
            null,
            null,
            1,
            recording.at());
    store.insert(recording, campaign);
    recording.add(
        Effect.created(
            EventType.ACCESS_REVIEW_CREATED, TARGET, campaign.id().toString(), campaign));
    return campaign;
  }

  private @Nullable SubjectRef reviewer(
      OrganizationId organization, CreateCampaignRequest request) {
    String reviewer = request.reviewer();
    if (reviewer == null) {
      if (request.reviewerStrategy() == Campaign.ReviewerStrategy.NAMED) {
        throw IamException.validation("reviewer", "required if 'reviewer_strategy' is 'named'");
      }
      return null;
    }
    return rights.reviewer(organization, "reviewer", reviewer);
  }

  private static Instant due(Recording recording, Instant dueAt) {
    if (DirectoryRules.faultOf(dueAt) != null || !dueAt.isAfter(recording.at())) {
      throw IamException.validation("due_at", "must be in the future");
    }
    return Objects.requireNonNull(DirectoryRules.micros(dueAt));
  }

  /**
   * Begins to open a draft.
   *
   * @throws IamException NOT_FOUND, PRECONDITION_FAILED; CONFLICT when it is no draft, or was due
   */
  Campaign open(Recording recording, CampaignId id, @Nullable String ifMatch) {
    Campaign before = require(recording, id, ifMatch, Campaign.Status.DRAFT);
    if (!before.dueAt().isAfter(recording.at())) {
      throw IamException.conflict("The campaign's due date has passed.");
    }
    return write(recording, EventType.ACCESS_REVIEW_OPENED, before, before.opening(recording.at()));
  }

  /** Ends the opening: all items are there. */
  Campaign run(Recording recording, Campaign before) {
    return write(
        recording,
        EventType.ACCESS_REVIEW_RUNNING,
        before,
        before.running(progress.items(recording.organization(), before.id())));
  }

  /**
   * Begins to close a running campaign; NOT_FOUND, PRECONDITION_FAILED; CONFLICT when it does not
   * run, or when closing would take away more than it may and is not confirmed.
   */
  Campaign close(Recording recording, CampaignId id, @Nullable String ifMatch, boolean confirmed) {
    Campaign before = require(recording, id, ifMatch, Campaign.Status.RUNNING);
    if (!confirmed) {
      requireModest(before, progress.forecast(recording.organization(), before));
    }
    return write(recording, EventType.ACCESS_REVIEW_CLOSING, before, before.closing());
  }

  private static void requireModest(Campaign campaign, Forecast forecast) {
    if (exceeds(campaign, forecast)) {
      throw IamException.conflict(
          ("Closing would revoke %d and suspend %d of %d grants, more than the campaign's"
                  + " 'max_blast_radius' of %s allows; check the dry run (GET dry-run), then close"
                  + " with 'confirmed' set to true.")
              .formatted(
                  forecast.revoke(),
                  forecast.suspend(),
                  campaign.itemsCreated(),
                  campaign.maxBlastRadius()));
    }
  }

  /** Begins to close a campaign that is due, or stops it when that would take away too much. */
  Campaign closeDue(Recording recording, CampaignId id) {
    Campaign before = of(recording.organization(), id);
    if (before.status() != Campaign.Status.RUNNING
        || before.stopped()
        || before.dueAt().isAfter(recording.at())) {
      return before;
    }
    return exceeds(before, progress.forecast(recording.organization(), before))
        ? write(recording, EventType.ACCESS_REVIEW_STOPPED, before, before.awaitingConfirmation())
        : write(recording, EventType.ACCESS_REVIEW_CLOSING, before, before.closing());
  }

  private static boolean exceeds(Campaign campaign, Forecast forecast) {
    return campaign.part(forecast.losses()) > campaign.maxBlastRadius();
  }

  /** Ends the closing: every item has an outcome. */
  Campaign complete(Recording recording, Campaign before) {
    return write(
        recording,
        EventType.ACCESS_REVIEW_COMPLETED,
        before,
        before.over(Campaign.Status.COMPLETED, recording.at()));
  }

  /**
   * Ends a campaign that has not begun to close; grants stay as they are.
   *
   * @throws IamException NOT_FOUND, PRECONDITION_FAILED; CONFLICT when it is closing or over
   */
  Campaign cancel(Recording recording, CampaignId id, @Nullable String ifMatch) {
    Campaign before = of(recording.organization(), id);
    new Revision(before.revision()).requireMatch(ifMatch);
    if (before.isOver() || before.status() == Campaign.Status.CLOSING) {
      throw IamException.conflict(
          "A campaign with the status '" + before.status().wire() + "' cannot be cancelled.");
    }
    return write(
        recording,
        EventType.ACCESS_REVIEW_CANCELLED,
        before,
        before.over(Campaign.Status.CANCELLED, recording.at()));
  }

  /** Reads a campaign; NOT_FOUND when the organization has no such campaign. */
  public Campaign get(OrganizationId organization, CampaignId id) {
    return transactions.call(() -> of(organization, id));
  }

  /** Forecasts the close of a campaign, by the queries of the close itself. */
  DryRunView dryRun(OrganizationId organization, CampaignId id, ListRequest list) {
    return transactions.call(() -> {
      Campaign campaign = of(organization, id);
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
          exceeds(campaign, forecast),
          page.items().stream().map(DryRunView.LossView::of).toList(),
          PageRequest.cursor(page, list.list()));
    });
  }

  Page<Campaign> page(
      OrganizationId organization, PageRequest page, Campaign.@Nullable Status status) {
    return transactions.call(
        () -> store.page(organization, page, status == null ? null : status.wire()));
  }

  /** The campaign as the present change sees it. */
  Campaign of(OrganizationId organization, CampaignId id) {
    return store.byId(organization, id.value()).orElseThrow(IamException::notFound);
  }

  private Campaign require(
      Recording recording, CampaignId id, @Nullable String ifMatch, Campaign.Status status) {
    Campaign campaign = of(recording.organization(), id);
    new Revision(campaign.revision()).requireMatch(ifMatch);
    if (campaign.status() != status) {
      throw IamException.conflict(
          "The campaign's status is '%s', not '%s'."
              .formatted(campaign.status().wire(), status.wire()));
    }
    return campaign;
  }

  private Campaign write(Recording recording, EventType type, Campaign before, Campaign after) {
    store.update(recording, after);
    recording.add(Effect.changed(type, TARGET, after.id().toString(), before, after));
    return after;
  }
}
