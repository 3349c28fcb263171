package io.iamplane.governance.anomaly;

import io.iamplane.change.Recording;
import io.iamplane.change.RowKey;
import io.iamplane.change.RowStore;
import io.iamplane.change.TenantStore;
import io.iamplane.database.Keyset;
import io.iamplane.database.Sql;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.Page;
import io.iamplane.shared.PageRequest;
import io.iamplane.shared.SubjectRef;
import io.iamplane.shared.WireName;
import jakarta.inject.Singleton;
import jakarta.persistence.EmbeddedId;
import jakarta.persistence.Entity;
import jakarta.persistence.Table;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.hibernate.annotations.JdbcTypeCode;
import org.hibernate.type.SqlTypes;
import org.jspecify.annotations.Nullable;

/** The rows of {@code iam_anomaly_signals}. */
@Singleton
class AnomalyStore extends TenantStore<AnomalyStore.AnomalyEntity, Anomaly> {

  private static final String SELECT =
      "SELECT * FROM iam_anomaly_signals WHERE organization_id = ?";

  private final Sql sql;

  AnomalyStore(Sql sql) {
    this.sql = sql;
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

  /** Counts those raised in a period in all organizations; types without any are left out. */
  Map<SignalType, Long> raised(Instant from, Instant until) {
    Map<SignalType, Long> raised = new EnumMap<>(SignalType.class);
    sql.forEach(
        """
        SELECT type, count(*) AS signals FROM iam_anomaly_signals
        WHERE created_at > ? AND created_at <= ? GROUP BY type
        """,
        row ->
            raised.put(
                WireName.of(SignalType.class, row.getString("type")), row.getLong("signals")),
        from,
        until);
    return raised;
  }

  void insert(Recording recording, Anomaly anomaly) {
    AnomalyEntity row = new AnomalyEntity();
    row.id = RowKey.of(recording.organization(), anomaly.id());
    insert(recording, row, anomaly);
  }

  void update(Recording recording, Anomaly anomaly) {
    update(recording, anomaly.id(), anomaly);
  }

  @Entity
  @Table(name = "iam_anomaly_signals")
  static class AnomalyEntity implements RowStore.Row<Anomaly> {

    @EmbeddedId RowKey id;
    String type;
    String subject;
    Instant seenAt;
    double score;

    @JdbcTypeCode(SqlTypes.ARRAY)
    String[] reasons;

    String status;
    @Nullable String verdict;
    @Nullable String note;
    @Nullable String resolvedBy;
    @Nullable Instant resolvedAt;
    long revision;
    Instant createdAt;
    Instant updatedAt;

    @Override
    public void take(Anomaly anomaly, Instant at) {
      type = anomaly.type().wire();
      subject = anomaly.subject();
      seenAt = anomaly.seenAt();
      score = anomaly.score();
      reasons = anomaly.reasons().toArray(String[]::new);
      status = anomaly.status().wire();
      verdict = anomaly.verdict() == null ? null : anomaly.verdict().wire();
      note = anomaly.note();
      resolvedBy = anomaly.resolvedBy() == null ? null : anomaly.resolvedBy().toString();
      resolvedAt = anomaly.resolvedAt();
      revision = anomaly.revision();
      createdAt = anomaly.createdAt();
      updatedAt = at;
    }

    @Override
    public Anomaly value() {
      return new Anomaly(
          id.id(),
          WireName.of(SignalType.class, type),
          subject,
          seenAt,
          score,
          List.of(reasons),
          WireName.of(Anomaly.Status.class, status),
          verdict == null ? null : WireName.of(Anomaly.Verdict.class, verdict),
          note,
          resolvedBy == null ? null : SubjectRef.parse(resolvedBy).orElseThrow(),
          resolvedAt,
          revision,
          createdAt);
    }
  }
}
