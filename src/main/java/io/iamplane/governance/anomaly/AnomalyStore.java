package io.iamplane.governance.anomaly;

import io.iamplane.change.Recording;
import io.iamplane.change.TenantStore;
import io.iamplane.database.Keyset;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.Page;
import io.iamplane.shared.PageRequest;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The rows of {@code iam_anomaly_signals}. */
@Singleton
class AnomalyStore extends TenantStore<AnomalyEntity, Anomaly> {

  private static final String SELECT =
      "SELECT * FROM iam_anomaly_signals WHERE organization_id = ?";

  Optional<Anomaly> byId(OrganizationId organization, AnomalyId id) {
    return byId(organization, id.value());
  }

  Page<Anomaly> page(
      OrganizationId organization,
      PageRequest page,
      @Nullable String status,
      @Nullable String type) {
    return Page.cut(
        rows(
            AnomalyEntity.class,
            Keyset.of(SELECT, "id", organization.value())
                .filter("status = ?", status)
                .filter("type = ?", type)
                .after(page.afterId())
                .rows(page.limit() + 1)),
        page.limit(),
        anomaly -> anomaly.id().toString());
  }

  /** Counts the anomalies of each type in a period; bounded by the budget. */
  Map<SignalType, Integer> seen(OrganizationId organization, Instant from, Instant until) {
    Map<SignalType, Integer> seen = new EnumMap<>(SignalType.class);
    all(
            "id.organizationId = ?1 and seenAt >= ?2 and seenAt < ?3",
            organization.value(),
            from,
            until)
        .forEach(anomaly -> seen.merge(anomaly.type(), 1, Integer::sum));
    return seen;
  }

  void insert(Recording recording, Anomaly anomaly) {
    insert(recording, AnomalyEntity.of(recording.organization(), anomaly), anomaly);
  }

  void update(Recording recording, Anomaly anomaly) {
    update(recording, anomaly.id().value(), anomaly);
  }
}
