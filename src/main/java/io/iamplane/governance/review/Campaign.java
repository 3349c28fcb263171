package io.iamplane.governance.review;

import io.iamplane.chain.PersonalData;
import io.iamplane.shared.SubjectRef;
import io.iamplane.shared.WireName;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A review of grants: reviewers decide about the ones still needed.
 *
 * @param reviewer of grants without another reviewer; null: the owner
 * @param dueAt the time at which it closes by itself
 * @param maxBlastRadius the share of all items, 0 to 1, that closing may end unconfirmed
 * @param owner its creator
 * @param stopped true if it waits since its due date for a confirmed close
 */
@RegisterForReflection
public record Campaign(
    CampaignId id,
    String name,
    CampaignScope scope,
    ReviewerStrategy reviewerStrategy,
    @Nullable SubjectRef reviewer,
    OnUnconfirmed onUnconfirmed,
    Instant dueAt,
    Apply apply,
    double maxBlastRadius,
    Status status,
    SubjectRef owner,
    boolean stopped,
    int itemsCreated,
    @Nullable Instant openedAt,
    @Nullable Instant closedAt,
    long revision,
    Instant createdAt)
    implements PersonalData {

  @Override
  public Set<String> personalMembers() {
    return Set.of("name");
  }

  public enum ReviewerStrategy implements WireName {
    NAMED,
    /** The attribute {@code manager} of the grant's user; else the reviewer. */
    MANAGER
  }

  /** The effect on a grant without a decision. */
  public enum OnUnconfirmed implements WireName {
    REVOKE,
    KEEP,
    /** It stays, without effect, until an administrator reinstates it. */
    SUSPEND
  }

  /** The time at which a reviewer's revocation takes effect. */
  public enum Apply implements WireName {
    AT_ONCE,
    AT_CLOSE
  }

  /** The life of a campaign. Opening and closing continue by themselves. */
  public enum Status implements WireName {
    DRAFT,
    OPENING,
    RUNNING,
    CLOSING,
    COMPLETED,
    CANCELLED
  }

  /** The part of all items that so many are. */
  double part(long items) {
    return itemsCreated == 0 ? 0 : (double) items / itemsCreated;
  }

  boolean isOver() {
    return status == Status.COMPLETED || status == Status.CANCELLED;
  }

  Campaign opening(Instant at) {
    return with(Status.OPENING, stopped, itemsCreated, at, closedAt);
  }

  Campaign running(int items) {
    return with(Status.RUNNING, stopped, items, openedAt, closedAt);
  }

  Campaign awaitingConfirmation() {
    return with(status, true, itemsCreated, openedAt, closedAt);
  }

  Campaign closing() {
    return with(Status.CLOSING, false, itemsCreated, openedAt, closedAt);
  }

  Campaign over(Status end, Instant at) {
    return with(end, false, itemsCreated, openedAt, at);
  }

  private Campaign with(
      Status newStatus,
      boolean newStopped,
      int items,
      @Nullable Instant opened,
      @Nullable Instant closed) {
    return new Campaign(
        id,
        name,
        scope,
        reviewerStrategy,
        reviewer,
        onUnconfirmed,
        dueAt,
        apply,
        maxBlastRadius,
        newStatus,
        owner,
        newStopped,
        items,
        opened,
        closed,
        revision + 1,
        createdAt);
  }
}
