package io.iamplane.governance.anomaly;

import io.iamplane.change.RowKey;
import io.iamplane.change.RowStore;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.SubjectRef;
import io.iamplane.shared.WireName;
import jakarta.persistence.EmbeddedId;
import jakarta.persistence.Entity;
import jakarta.persistence.Table;
import java.time.Instant;
import java.util.List;
import org.hibernate.annotations.JdbcTypeCode;
import org.hibernate.type.SqlTypes;
import org.jspecify.annotations.Nullable;

/** A row of {@code iam_anomaly_signals}; never leaves this package. */
@Entity
@Table(name = "iam_anomaly_signals")
class AnomalyEntity implements RowStore.Row<Anomaly> {

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

  static AnomalyEntity of(OrganizationId organization, Anomaly anomaly) {
    AnomalyEntity row = new AnomalyEntity();
    row.id = RowKey.of(organization, anomaly.id().value());
    return row;
  }

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
        new AnomalyId(id.id()),
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
