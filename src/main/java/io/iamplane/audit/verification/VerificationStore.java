package io.iamplane.audit.verification;

import io.iamplane.chain.verifier.Finding;
import io.iamplane.chain.verifier.Verification;
import io.iamplane.database.Sql;
import io.iamplane.shared.OrganizationId;
import jakarta.inject.Singleton;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.UUID;

/** The results of verifications, in {@code iam_audit_verifications}. */
@Singleton
class VerificationStore {

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

  private static OrganizationId organization(ResultSet row) throws SQLException {
    return new OrganizationId(row.getObject("organization_id", UUID.class));
  }
}
