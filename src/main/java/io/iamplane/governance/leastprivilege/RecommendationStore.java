package io.iamplane.governance.leastprivilege;

import io.iamplane.change.Recording;
import io.iamplane.database.JsonColumns;
import io.iamplane.database.Keyset;
import io.iamplane.database.Sql;
import io.iamplane.governance.leastprivilege.Recommendation.Status;
import io.iamplane.governance.leastprivilege.advice.Evidence;
import io.iamplane.governance.leastprivilege.advice.RecommendationType;
import io.iamplane.governance.leastprivilege.advice.RecommendedChange;
import io.iamplane.governance.leastprivilege.advice.Severity;
import io.iamplane.governance.leastprivilege.proof.Proof;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.Page;
import io.iamplane.shared.PageRequest;
import io.iamplane.shared.SubjectRef;
import io.iamplane.shared.WireName;
import jakarta.inject.Singleton;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The rows of {@code iam_recommendations}. */
@Singleton
class RecommendationStore {

  private static final String SELECT =
      "SELECT * FROM iam_recommendations WHERE organization_id = ?";

  private final Sql sql;
  private final JsonColumns json;

  RecommendationStore(Sql sql, JsonColumns json) {
    this.sql = sql;
    this.json = json;
  }

  /** A filter of recommendations; null members match all. */
  record Filter(
      @Nullable Status status,
      @Nullable RecommendationType type,
      @Nullable Severity severity,
      @Nullable String subject) {}

  Optional<Recommendation> byId(OrganizationId organization, UUID id) {
    return sql.first(SELECT + " AND id = ?", this::read, organization.value(), id);
  }

  /** Returns a page of the recommendations that the API shows, oldest first. */
  Page<Recommendation> page(OrganizationId organization, PageRequest page, Filter filter) {
    Status status = filter.status();
    RecommendationType type = filter.type();
    Severity severity = filter.severity();
    return Page.cut(
        sql.list(
            Keyset.of(
                    SELECT + " AND status NOT IN ('proving', 'refuted')",
                    "id",
                    organization.value())
                .filter("status = ?", status == null ? null : status.wire())
                .filter("type = ?", type == null ? null : type.wire())
                .filter("severity = ?", severity == null ? null : severity.wire())
                .filter("subject = ?", filter.subject())
                .after(page.afterId())
                .rows(page.limit() + 1),
            this::read),
        page.limit(),
        each -> each.id().toString());
  }

  /** Finds the recommendations that have not ended. */
  List<Recommendation> standing(OrganizationId organization) {
    return sql.list(
        SELECT + " AND status IN ('proving', 'refuted', 'open', 'dismissed')",
        this::read,
        organization.value());
  }

  /** Writes one, unless there is one of that type and target. */
  boolean insert(Recording recording, Recommendation each) {
    return sql.update(
            """
            INSERT INTO iam_recommendations (organization_id, id, type, target, subject, severity,
              status, evidence, change, proof, revision, created_at, updated_at)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?::jsonb, ?::jsonb, ?::jsonb, ?, ?, ?)
            ON CONFLICT DO NOTHING
            """,
            recording.organization().value(),
            each.id(),
            each.type().wire(),
            each.target(),
            each.subject(),
            each.severity().wire(),
            each.status().wire(),
            json.text(each.evidence()),
            json.text(each.change()),
            json.text(each.proof()),
            each.revision(),
            each.createdAt(),
            recording.at())
        == 1;
  }

  /** Writes a change of one, unless someone else changed it since it was read. */
  boolean update(Recording recording, Recommendation each) {
    SubjectRef by = each.decidedBy();
    return sql.update(
            """
            UPDATE iam_recommendations SET severity = ?, status = ?, evidence = ?::jsonb,
              change = ?::jsonb, proof = ?::jsonb, reason = ?, decided_by = ?, decided_at = ?,
              revision = ?, updated_at = ?
            WHERE organization_id = ? AND id = ? AND revision = ?
            """,
            each.severity().wire(),
            each.status().wire(),
            json.text(each.evidence()),
            json.text(each.change()),
            json.text(each.proof()),
            each.reason(),
            by == null ? null : by.toString(),
            each.decidedAt(),
            each.revision(),
            recording.at(),
            recording.organization().value(),
            each.id(),
            each.revision() - 1)
        == 1;
  }

  /** Forgets one that was never shown. */
  void delete(Recording recording, Recommendation each) {
    sql.update(
        """
        DELETE FROM iam_recommendations
        WHERE organization_id = ? AND id = ? AND status IN ('proving', 'refuted')
        """,
        recording.organization().value(),
        each.id());
  }

  private Recommendation read(ResultSet row) throws SQLException {
    String by = row.getString("decided_by");
    return new Recommendation(
        row.getObject("id", UUID.class),
        WireName.of(RecommendationType.class, row.getString("type")),
        row.getString("target"),
        row.getString("subject"),
        WireName.of(Severity.class, row.getString("severity")),
        WireName.of(Status.class, row.getString("status")),
        json.value(row, "evidence", Evidence.class),
        json.value(row, "change", RecommendedChange.class),
        json.value(row, "proof", Proof.class),
        row.getString("reason"),
        by == null ? null : SubjectRef.parse(by).orElseThrow(),
        Sql.instantOrNull(row, "decided_at"),
        row.getLong("revision"),
        Sql.instant(row, "created_at"));
  }
}
