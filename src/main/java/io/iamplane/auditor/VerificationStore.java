package io.iamplane.auditor;

import io.iamplane.audit.verify.Finding;
import io.iamplane.audit.verify.Verification;
import io.iamplane.database.Sql;
import io.iamplane.shared.OrganizationId;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Optional;

/** What verifications found, in {@code iam_audit_verifications}. */
@ApplicationScoped
class VerificationStore {

  private final Sql sql;

  VerificationStore(Sql sql) {
    this.sql = sql;
  }

  /** A finding in the words of a row: its cause and number, empty for a chain that held. */
  record Outcome(String text) {

    static Outcome of(Verification verification) {
      Finding finding = verification.finding();
      return new Outcome(finding == null ? "" : finding.cause().wire() + "@" + finding.seq());
    }
  }

  void insert(Verification verification) {
    Finding finding = verification.finding();
    sql.updateOne(
        """
        INSERT INTO iam_audit_verifications (organization_id, id, started_at, finished_at,
          full_chain, from_seq, to_seq, cause, bad_seq, expected, found)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
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
        finding == null ? null : finding.found());
  }

  /** How the last verification of a chain ended; empty when there was none. */
  Optional<Outcome> last(OrganizationId organization) {
    return sql.first(
        """
        SELECT coalesce(cause || '@' || bad_seq, '') AS outcome FROM iam_audit_verifications
        WHERE organization_id = ? ORDER BY id DESC LIMIT 1
        """,
        row -> new Outcome(row.getString("outcome")),
        organization.value());
  }
}
