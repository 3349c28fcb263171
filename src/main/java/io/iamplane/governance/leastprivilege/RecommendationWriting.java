package io.iamplane.governance.leastprivilege;

import io.iamplane.chain.EventType;
import io.iamplane.change.Change;
import io.iamplane.change.Changes;
import io.iamplane.change.Effect;
import io.iamplane.change.Recording;
import io.iamplane.governance.leastprivilege.Recommendation.Status;
import io.iamplane.shared.Caller;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.UuidV7;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Objects;
import java.util.stream.Gatherers;
import org.jspecify.annotations.Nullable;

/** Writes a scan's findings in portions; keeps rows that another process changed. */
@Singleton
class RecommendationWriting {

  private static final int PORTION = 500;

  private final RecommendationStore store;
  private final Changes changes;

  RecommendationWriting(RecommendationStore store, Changes changes) {
    this.store = store;
    this.changes = changes;
  }

  /**
   * A transition; {@code before} is null for a new one, {@code after} for one removed unshown, but
   * never both.
   */
  record Step(@Nullable Recommendation before, @Nullable Recommendation after) {}

  record Written(int opened, int resolved) {

    static final Written NOTHING = new Written(0, 0);

    Written plus(Written other) {
      return new Written(opened + other.opened, resolved + other.resolved);
    }
  }

  Written write(OrganizationId organization, List<Step> steps) {
    Caller job = Caller.job(organization, "least-privilege-scan", UuidV7.next().toString());
    Written all = Written.NOTHING;
    for (List<Step> portion : steps.stream().gather(Gatherers.windowFixed(PORTION)).toList()) {
      all =
          all.plus(
              changes.record(
                  Change.operational(job, organization, recording -> write(recording, portion))));
    }
    return all;
  }

  private Written write(Recording recording, List<Step> portion) {
    Written all = Written.NOTHING;
    for (Step step : portion) {
      all = all.plus(write(recording, step));
    }
    return all;
  }

  private Written write(Recording recording, Step step) {
    Recommendation before = step.before();
    Recommendation after = step.after();
    if (after == null) {
      store.delete(recording, Objects.requireNonNull(before));
      return Written.NOTHING;
    }
    boolean written =
        before == null ? store.insert(recording, after) : store.update(recording, after);
    if (!written) {
      return Written.NOTHING;
    }
    return before != null && before.status() == Status.OPEN
        ? ended(recording, before, after)
        : made(recording, after);
  }

  private static Written made(Recording recording, Recommendation after) {
    if (after.status() != Status.OPEN) {
      return Written.NOTHING;
    }
    recording.add(
        Effect.created(
            EventType.RECOMMENDATION_MADE,
            RecommendationService.TARGET,
            after.id().toString(),
            after));
    return new Written(1, 0);
  }

  private static Written ended(Recording recording, Recommendation before, Recommendation after) {
    if (after.status() != Status.RESOLVED) {
      return Written.NOTHING;
    }
    recording.add(
        Effect.changed(
            EventType.RECOMMENDATION_RESOLVED,
            RecommendationService.TARGET,
            after.id().toString(),
            before,
            after));
    return new Written(0, 1);
  }
}
