package io.iamplane.review;

import io.iamplane.audit.chain.PersonalData;
import io.iamplane.shared.SubjectRef;
import io.iamplane.shared.WireName;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A review of grants by people who know whether these are still needed.
 *
 * @param reviewer who reviews what no other does; null: the owner
 * @param onUnconfirmed what closing does to grants without a decision
 * @param dueAt when it closes by itself
 * @param apply when a grant is revoked that a reviewer revokes
 * @param maxBlastRadius the part of all items, 0 to 1, that closing may take away unconfirmed
 * @param owner who made it
 * @param stopped whether it waits since its due date for a confirmed close
 * @param itemsCreated how many grants it asks about
 * @param revision rises with every change of the campaign
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

  /** Who reviews a grant. */
  public enum ReviewerStrategy implements WireName {
    /** The campaign's reviewer. */
    NAMED,
    /** Whom the attribute {@code manager} of the grant's user names; else the reviewer. */
    MANAGER
  }

  /** What becomes of a grant about which no reviewer decided. */
  public enum OnUnconfirmed implements WireName {
    REVOKE,
    KEEP,
    /** It stays, without effect, until an administrator reinstates it. */
    SUSPEND
  }

  /** When a reviewer's revocation takes effect. */
  public enum Apply implements WireName {
    AT_ONCE,
    AT_CLOSE
  }

  /** The life of a campaign. What is opening or closing goes on by itself. */
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
