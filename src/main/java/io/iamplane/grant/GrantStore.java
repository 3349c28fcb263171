package io.iamplane.grant;

import io.iamplane.change.Recording;
import io.iamplane.database.Columns;
import io.iamplane.database.Sql;
import jakarta.inject.Singleton;
import java.util.List;

/** The rows of {@code iam_grants}. */
@Singleton
class GrantStore {

  private static final String INSERT =
      """
      INSERT INTO iam_grants (organization_id, id, subject_type, subject_id, privilege_type,
        privilege_key, effect, application, resource_type, resource_id, condition, valid_from,
        valid_until, activation_required, activated_at, activated_until, status, source,
        justification, revision, created_at, updated_at)
      SELECT unnest(?::uuid[]), unnest(?::uuid[]), unnest(?::text[]), unnest(?::text[]),
        unnest(?::text[]), unnest(?::text[]), unnest(?::text[]), unnest(?::text[]),
        unnest(?::text[]), unnest(?::text[]), unnest(?::text[]), unnest(?::timestamptz[]),
        unnest(?::timestamptz[]), unnest(?::text[])::boolean, unnest(?::timestamptz[]),
        unnest(?::timestamptz[]), unnest(?::text[]), unnest(?::text[]), unnest(?::text[]),
        unnest(?::bigint[]), unnest(?::timestamptz[]), unnest(?::timestamptz[])
      """;

  private final Sql sql;

  GrantStore(Sql sql) {
    this.sql = sql;
  }

  void insert(Recording recording, Grant grant) {
    Columns<Grant> of = new Columns<>(List.of(grant));
    sql.updateLater(
        1,
        INSERT,
        of.ids(_ -> recording.organization().value()),
        of.ids(each -> each.id().value()),
        of.texts(each -> each.subject().type()),
        of.texts(each -> each.subject().id()),
        of.texts(each -> each.privilegeType().wire()),
        of.texts(Grant::privilegeKey),
        of.texts(each -> each.effect().wire()),
        of.texts(Grant::application),
        of.texts(each -> each.resource() == null ? null : each.resource().type()),
        of.texts(each -> each.resource() == null ? null : each.resource().id()),
        of.texts(Grant::condition),
        of.times(Grant::validFrom),
        of.times(Grant::validUntil),
        of.texts(each -> Boolean.toString(each.activationRequired())),
        of.times(Grant::activatedAt),
        of.times(Grant::activatedUntil),
        of.texts(each -> each.status().wire()),
        of.texts(Grant::source),
        of.texts(Grant::justification),
        of.numbers(Grant::revision),
        of.times(Grant::createdAt),
        of.times(_ -> recording.at()));
  }

  /** Writes the columns that a change may change. */
  void update(Recording recording, Grant grant) {
    sql.updateOne(
        """
        UPDATE iam_grants SET status = ?, activated_at = ?, activated_until = ?, revision = ?,
          updated_at = ?
        WHERE organization_id = ? AND id = ?
        """,
        grant.status().wire(),
        grant.activatedAt(),
        grant.activatedUntil(),
        grant.revision(),
        recording.at(),
        recording.organization().value(),
        grant.id().value());
  }

  /** Writes some grants, like {@link #update}, by one statement. */
  void updateAll(Recording recording, List<Grant> grants) {
    Columns<Grant> of = new Columns<>(grants);
    sql.update(
        """
        UPDATE iam_grants g SET status = n.status, revision = n.revision, updated_at = ?,
          activated_at = n.activated_at, activated_until = n.activated_until
        FROM unnest(?::uuid[], ?::text[], ?::bigint[], ?::timestamptz[], ?::timestamptz[])
          AS n (id, status, revision, activated_at, activated_until)
        WHERE g.organization_id = ? AND g.id = n.id
        """,
        recording.at(),
        of.ids(grant -> grant.id().value()),
        of.texts(grant -> grant.status().wire()),
        of.numbers(Grant::revision),
        of.times(Grant::activatedAt),
        of.times(Grant::activatedUntil),
        recording.organization().value());
  }
}
