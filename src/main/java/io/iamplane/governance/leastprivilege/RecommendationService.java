package io.iamplane.governance.leastprivilege;

import io.iamplane.chain.EventType;
import io.iamplane.change.Effect;
import io.iamplane.change.Recording;
import io.iamplane.database.Transactions;
import io.iamplane.governance.leastprivilege.Recommendation.Status;
import io.iamplane.shared.IamException;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.Page;
import io.iamplane.shared.PageRequest;
import jakarta.inject.Singleton;
import java.util.UUID;

@Singleton
class RecommendationService {

  static final String TARGET = "recommendation";

  private final RecommendationStore store;
  private final Transactions transactions;

  RecommendationService(RecommendationStore store, Transactions transactions) {
    this.store = store;
    this.transactions = transactions;
  }

  Page<Recommendation> page(
      OrganizationId organization, PageRequest page, RecommendationStore.Filter filter) {
    return transactions.call(() -> store.page(organization, page, filter));
  }

  /** Reads one that waits for a decision; NOT_FOUND; CONFLICT when it waits no longer. */
  Recommendation open(OrganizationId organization, UUID id) {
    Recommendation found =
        transactions
            .call(() -> store.byId(organization, id))
            .filter(each -> each.status().isShown())
            .orElseThrow(IamException::notFound);
    if (found.status() != Status.OPEN) {
      throw IamException.conflict(
          "The recommendation is already %s.".formatted(found.status().wire()));
    }
    return found;
  }

  /** Dismisses one permanently, inside the change that records it; refused as by {@link #open}. */
  Recommendation dismiss(Recording recording, UUID id, String reason) {
    Recommendation before = open(recording.organization(), id);
    Recommendation after =
        before.ended(Status.DISMISSED, reason, recording.caller().subject(), recording.at());
    return end(recording, EventType.RECOMMENDATION_DISMISSED, before, after);
  }

  /** Notes that the change of one was made, inside that change. */
  Recommendation accepted(Recording recording, Recommendation before) {
    Recommendation after =
        before.ended(Status.ACCEPTED, null, recording.caller().subject(), recording.at());
    return end(recording, EventType.RECOMMENDATION_ACCEPTED, before, after);
  }

  private Recommendation end(
      Recording recording, EventType type, Recommendation before, Recommendation after) {
    if (!store.update(recording, after)) {
      throw IamException.conflict("The recommendation has changed in the meantime; read it again.");
    }
    recording.add(Effect.changed(type, TARGET, after.id().toString(), before, after));
    return after;
  }
}
