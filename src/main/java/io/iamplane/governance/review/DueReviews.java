package io.iamplane.governance.review;

import io.iamplane.database.Transactions;
import io.iamplane.governance.review.ReviewProgressQuery.OpenCampaign;
import io.iamplane.shared.Caller;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.UuidV7;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.UUID;
import org.jboss.logging.Logger;

/**
 * Closes campaigns that are due, and goes on with those that are opening or closing. They take
 * turns, some thousand items each, so that a large one holds up no other.
 */
@Singleton
public class DueReviews {

  private static final Logger LOG = Logger.getLogger(DueReviews.class);

  private static final int CAMPAIGNS = 1_000;
  private static final int PORTIONS = 20;

  private final ReviewOpening opening;
  private final ReviewClosing closing;
  private final ReviewProgressQuery progress;
  private final Transactions transactions;

  DueReviews(
      ReviewOpening opening,
      ReviewClosing closing,
      ReviewProgressQuery progress,
      Transactions transactions) {
    this.opening = opening;
    this.closing = closing;
    this.progress = progress;
    this.transactions = transactions;
  }

  /**
   * The result of a run.
   *
   * @param opened campaigns that run now
   * @param stopped campaigns that wait for a confirmed close
   * @param failed campaigns that failed; the next run tries again
   */
  public record Done(int opened, int completed, int stopped, int failed) {}

  /** A campaign that waits for its turn; its closing stands at {@code after}. */
  private record Waiting(OpenCampaign campaign, UUID after) {}

  /** Opens and closes the campaigns that are due at a time, in all organizations. */
  public Done run(Instant now) {
    Deque<Waiting> left = new ArrayDeque<>();
    for (OpenCampaign due : transactions.call(() -> progress.due(now, CAMPAIGNS))) {
      left.add(new Waiting(due, ReviewClosing.FIRST));
    }
    int opened = 0;
    int completed = 0;
    int stopped = 0;
    int failed = 0;
    while (!left.isEmpty()) {
      Waiting next = left.remove();
      OpenCampaign due = next.campaign();
      try {
        ReviewClosing.Turn turn = goOn(due, next.after());
        Campaign campaign = turn.campaign();
        switch (campaign.status()) {
          case OPENING, CLOSING ->
              left.add(
                  new Waiting(
                      new OpenCampaign(due.organization(), due.id(), campaign.status()),
                      turn.last()));
          case RUNNING -> {
            opened += due.status() == Campaign.Status.OPENING ? 1 : 0;
            stopped += campaign.stopped() ? 1 : 0;
          }
          case COMPLETED -> completed++;
          case DRAFT, CANCELLED -> {
            // An administrator was first.
          }
        }
      } catch (RuntimeException e) {
        failed++;
        LOG.warnf(
            "could not continue campaign %s: %s; the next run will retry",
            due.id(), e.getMessage());
      }
    }
    return new Done(opened, completed, stopped, failed);
  }

  private ReviewClosing.Turn goOn(OpenCampaign due, UUID after) {
    Caller caller = Caller.job(due.organization(), "reviews-close", UuidV7.next().toString());
    return switch (due.status()) {
      case OPENING ->
          new ReviewClosing.Turn(
              opening.goOn(caller, due.organization(), due.id(), PORTIONS), after);
      case RUNNING -> {
        closing.closeDue(caller, due.organization(), due.id());
        yield closing.goOn(caller, due.organization(), due.id(), after, PORTIONS);
      }
      case CLOSING, DRAFT, COMPLETED, CANCELLED ->
          closing.goOn(caller, due.organization(), due.id(), after, PORTIONS);
    };
  }

  /** Opens a draft to its end; refused like the request of the same name. */
  public Campaign open(Caller caller, OrganizationId organization, CampaignId id) {
    opening.open(caller, organization, id, null);
    return opening.goOn(caller, organization, id, Integer.MAX_VALUE);
  }

  /**
   * Closes a running campaign to its end; refused like the request of the same name. {@code
   * confirmed} allows exceeding its limit.
   */
  public Campaign close(
      Caller caller, OrganizationId organization, CampaignId id, boolean confirmed) {
    closing.close(caller, organization, id, null, confirmed);
    return closing.goOn(caller, organization, id, Integer.MAX_VALUE);
  }
}
