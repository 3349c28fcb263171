package io.iamplane.audit.verification;

import io.iamplane.chain.EventType;
import io.iamplane.chain.verifier.Finding;
import io.iamplane.chain.verifier.FindingCause;
import io.iamplane.chain.verifier.Verification;
import io.iamplane.database.Sql;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.WireName;
import jakarta.inject.Singleton;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** The results of verifications, in {@code iam_audit_verifications}, and which of them are open. */
@Singleton
class VerificationStore {

  /**
   * The latest of each finding, unless the platform's chain holds that it was acknowledged. A row
   * without a number is no record of it.
   */
  private static final String OPEN =
      """
      SELECT latest.* FROM (
        SELECT DISTINCT ON (cause, bad_seq, expected, found)
          id, organization_id, cause, bad_seq, expected, found, finished_at
        FROM iam_audit_verifications WHERE organization_id = ? AND cause IS NOT NULL
        ORDER BY cause, bad_seq, expected, found, id DESC
      ) latest
      WHERE NOT EXISTS (
        SELECT FROM iam_audit_records r JOIN iam_organizations o ON o.id = r.organization_id
        WHERE o.kind = 'platform' AND r.target_type = ? AND r.target_id = latest.id::text
          AND r.event_type = ? AND r.seq > 0)
      ORDER BY latest.id
      """;

  /** The open findings of all chains together: findings are few, and have an index. */
  private static final String ANY_OPEN =
      """
      SELECT 1 FROM (
        SELECT DISTINCT ON (organization_id, cause, bad_seq, expected, found) id
        FROM iam_audit_verifications WHERE cause IS NOT NULL
        ORDER BY organization_id, cause, bad_seq, expected, found, id DESC
      ) latest
      WHERE NOT EXISTS (
        SELECT FROM iam_audit_records r JOIN iam_organizations o ON o.id = r.organization_id
        WHERE o.kind = 'platform' AND r.target_type = ? AND r.target_id = latest.id::text
          AND r.event_type = ? AND r.seq > 0)
      LIMIT 1
      """;

  /**
   * Selects a row if the same finding was announced since its last acknowledgement. An
   * acknowledgement names the latest verification that had found it by then.
   */
  private static final String ANNOUNCED =
      """
      WITH same AS (
        SELECT id, announced FROM iam_audit_verifications
        WHERE organization_id = ? AND cause = ? AND bad_seq = ?
          AND expected IS NOT DISTINCT FROM ? AND found IS NOT DISTINCT FROM ?)
      SELECT 1 FROM same
      WHERE announced AND id > coalesce((
        SELECT same.id FROM same
        JOIN iam_organizations o ON o.kind = 'platform'
        JOIN iam_audit_records r ON r.organization_id = o.id
          AND r.target_type = ? AND r.target_id = same.id::text AND r.event_type = ? AND r.seq > 0
        ORDER BY same.id DESC LIMIT 1), '00000000-0000-0000-0000-000000000000')
      LIMIT 1
      """;

  private final Sql sql;

  VerificationStore(Sql sql) {
    this.sql = sql;
  }

  /** Keeps an outcome; {@code announced} if the platform knows it. */
  void insert(Verification verification, boolean announced) {
    Finding finding = verification.finding();
    sql.updateOne(
        """
        INSERT INTO iam_audit_verifications (organization_id, id, started_at, finished_at,
          full_chain, from_seq, to_seq, cause, bad_seq, expected, found, announced)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """,
        verification.organization().value(),
        verification.id(),
        verification.startedAt(),
        verification.finishedAt(),
        verification.full(),
        verification.fromSeq(),
        verification.toSeq(),
        finding == null ? null : finding.cause().wire(),
        finding == null ? null : finding.seq(),
        finding == null ? null : finding.expected(),
        finding == null ? null : finding.found(),
        announced);
  }

  List<OrganizationId> unknown(List<OrganizationId> organizations) {
    return sql.list(
        """
        SELECT named.id AS organization_id FROM unnest(?::uuid[]) AS named (id)
        WHERE NOT EXISTS (SELECT FROM iam_organizations o WHERE o.id = named.id)
        ORDER BY named.id
        """,
        VerificationStore::organization,
        (Object) organizations.stream().map(OrganizationId::value).toArray(UUID[]::new));
  }

  /**
   * Organizations that are not there and have a head, checkpoints or records. The ids in the
   * records are found by as many looks into their index as there are organizations.
   */
  List<OrganizationId> chainsOfNobody() {
    return sql.list(
        """
        WITH RECURSIVE recorded (id) AS (
          (SELECT organization_id FROM iam_audit_records ORDER BY organization_id LIMIT 1)
          UNION ALL
          SELECT (SELECT r.organization_id FROM iam_audit_records r
            WHERE r.organization_id > recorded.id ORDER BY r.organization_id LIMIT 1)
          FROM recorded WHERE recorded.id IS NOT NULL
        ), chained (id) AS (
          SELECT organization_id FROM iam_audit_heads
          UNION SELECT organization_id FROM iam_audit_checkpoints
          UNION SELECT id FROM recorded WHERE id IS NOT NULL
        )
        SELECT chained.id AS organization_id FROM chained
        WHERE NOT EXISTS (SELECT FROM iam_organizations o WHERE o.id = chained.id)
        ORDER BY chained.id
        """,
        VerificationStore::organization);
  }

  List<OpenFinding> open(OrganizationId organization) {
    return sql.list(
        OPEN,
        VerificationStore::read,
        organization.value(),
        FindingService.TARGET,
        EventType.AUDIT_FINDING_ACKNOWLEDGED.wire());
  }

  boolean anyOpen() {
    return sql.first(
            ANY_OPEN,
            row -> true,
            FindingService.TARGET,
            EventType.AUDIT_FINDING_ACKNOWLEDGED.wire())
        .isPresent();
  }

  /** Returns true if a finding is open, and the platform's chain announces it. */
  boolean isAnnounced(OrganizationId organization, Finding finding) {
    return sql.first(
            ANNOUNCED,
            row -> true,
            organization.value(),
            finding.cause().wire(),
            finding.seq(),
            finding.expected(),
            finding.found(),
            FindingService.TARGET,
            EventType.AUDIT_FINDING_ACKNOWLEDGED.wire())
        .isPresent();
  }

  Optional<OpenFinding> byId(UUID id) {
    return sql.first(
        """
        SELECT id, organization_id, cause, bad_seq, expected, found, finished_at
        FROM iam_audit_verifications WHERE id = ? AND cause IS NOT NULL
        """,
        VerificationStore::read,
        id);
  }

  /** Organizations that are not there and of which something was found. */
  List<OrganizationId> missingOrganizations() {
    return sql.list(
        """
        SELECT DISTINCT v.organization_id FROM iam_audit_verifications v
        WHERE v.cause IS NOT NULL
          AND NOT EXISTS (SELECT FROM iam_organizations o WHERE o.id = v.organization_id)
        ORDER BY v.organization_id
        """,
        VerificationStore::organization);
  }

  private static OpenFinding read(ResultSet row) throws SQLException {
    return new OpenFinding(
        row.getObject("id", UUID.class),
        organization(row),
        new Finding(
            WireName.of(FindingCause.class, row.getString("cause")),
            row.getLong("bad_seq"),
            row.getString("expected"),
            row.getString("found")),
        Sql.instant(row, "finished_at"));
  }

  private static OrganizationId organization(ResultSet row) throws SQLException {
    return new OrganizationId(row.getObject("organization_id", UUID.class));
  }
}
