package io.iamplane.grant;

import io.iamplane.change.Recording;
import io.iamplane.database.RoundTrip;
import io.iamplane.database.Sql;
import io.iamplane.shared.SubjectRef;
import jakarta.inject.Singleton;

/** The rows of {@code iam_grants}. */
@Singleton
class GrantStore {

  private final Sql sql;

  GrantStore(Sql sql) {
    this.sql = sql;
  }

  void insert(Recording recording, Grant grant) {
    SubjectRef resource = grant.resource();
    RoundTrip trip = sql.roundTrip();
    trip.update(
        1,
        """
        INSERT INTO iam_grants (organization_id, id, subject_type, subject_id, privilege_type,
          privilege_key, effect, application, resource_type, resource_id, condition, valid_from,
          valid_until, activation_required, activated_at, status, source, justification, revision,
          created_at, updated_at)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """,
        recording.organization().value(),
        grant.id().value(),
        grant.subject().type(),
        grant.subject().id(),
        grant.privilegeType().wire(),
        grant.privilegeKey(),
        grant.effect().wire(),
        grant.application(),
        resource == null ? null : resource.type(),
        resource == null ? null : resource.id(),
        grant.condition(),
        grant.validFrom(),
        grant.validUntil(),
        grant.activationRequired(),
        grant.activatedAt(),
        grant.status().wire(),
        grant.source(),
        grant.justification(),
        grant.revision(),
        grant.createdAt(),
        recording.at());
    trip.run();
  }

  /** Writes what a change may change. */
  void update(Recording recording, Grant grant) {
    sql.updateOne(
        """
        UPDATE iam_grants SET status = ?, activated_at = ?, revision = ?, updated_at = ?
        WHERE organization_id = ? AND id = ?
        """,
        grant.status().wire(),
        grant.activatedAt(),
        grant.revision(),
        recording.at(),
        recording.organization().value(),
        grant.id().value());
  }
}
