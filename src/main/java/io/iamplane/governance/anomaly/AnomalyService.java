package io.iamplane.governance.anomaly;

import io.iamplane.chain.EventType;
import io.iamplane.change.Effect;
import io.iamplane.change.Recording;
import io.iamplane.database.Transactions;
import io.iamplane.shared.ErrorCode;
import io.iamplane.shared.IamException;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.Page;
import io.iamplane.shared.PageRequest;
import io.iamplane.shared.SubjectRef;
import jakarta.inject.Singleton;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

@Singleton
class AnomalyService {

  private final AnomalyStore store;
  private final Transactions transactions;

  AnomalyService(AnomalyStore store, Transactions transactions) {
    this.store = store;
    this.transactions = transactions;
  }

  Page<Anomaly> page(
      OrganizationId organization,
      PageRequest page,
      Anomaly.@Nullable Status status,
      @Nullable SignalType type) {
    return transactions.call(() ->
        store.page(
            organization,
            page,
            status == null ? null : status.wire(),
            type == null ? null : type.wire()));
  }

  /**
   * Sets the verdict on a signal; NOT_FOUND; CONFLICT if it has one; FORBIDDEN if the caller is its
   * subject.
   */
  Anomaly resolve(Recording recording, UUID id, Anomaly.Verdict verdict, @Nullable String note) {
    Anomaly before = store.byId(recording.organization(), id).orElseThrow(IamException::notFound);
    if (before.status() == Anomaly.Status.RESOLVED) {
      throw IamException.conflict("The signal is already resolved.");
    }
    SubjectRef resolver = recording.caller().subject();
    if (before.subject().equals(resolver.toString())) {
      throw IamException.of(
          ErrorCode.FORBIDDEN,
          "You cannot resolve a signal about yourself; ask another administrator.");
    }
    Anomaly after = before.resolved(verdict, note, resolver, recording.at());
    store.update(recording, after);
    recording.add(
        Effect.changed(EventType.ANOMALY_RESOLVED, "anomaly", id.toString(), before, after));
    return after;
  }
}
