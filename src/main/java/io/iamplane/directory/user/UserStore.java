package io.iamplane.directory.user;

import io.iamplane.change.Recording;
import io.iamplane.database.Columns;
import io.iamplane.database.JsonColumns;
import io.iamplane.database.RoundTrip;
import io.iamplane.database.Sql;
import jakarta.inject.Singleton;
import java.util.List;

/** The rows of {@code iam_users}, and those of {@code iam_user_terms}, which follow them. */
@Singleton
class UserStore {

  /**
   * A user and the terms, of which there is always one; neither if external id or address are
   * another user's.
   */
  private static final String INSERT =
      """
      WITH written AS (
        INSERT INTO iam_users (organization_id, id, external_id, email, name, status, attributes,
          revision, created_at, updated_at)
        SELECT unnest(?::uuid[]), unnest(?::uuid[]), unnest(?::text[]), unnest(?::text[]),
          unnest(?::text[]), unnest(?::text[]), unnest(?::text[])::jsonb, unnest(?::bigint[]),
          unnest(?::timestamptz[]), unnest(?::timestamptz[])
        ON CONFLICT DO NOTHING
        RETURNING *)
      INSERT INTO iam_user_terms (organization_id, slot, term, user_id, previous)
      SELECT organization_id, slot, term, id, previous
      FROM unnest(?::uuid[], ?::text[], ?::text[], ?::text[]) AS t (user_id, slot, term, previous)
      JOIN written ON id = user_id
      """;

  private final Sql sql;
  private final JsonColumns json;

  UserStore(Sql sql, JsonColumns json) {
    this.sql = sql;
    this.json = json;
  }

  /**
   * Writes a new user and returns true, unless external id or address is another user's. A look-up
   * before would cost every new user a round trip under the tenant's lock; a failing constraint
   * would leave both values in the database's own log, which no erasure reaches.
   */
  boolean insert(Recording recording, User user) {
    return sql.update(INSERT, columns(recording, user, UserTerms.of(user))) > 0;
  }

  /**
   * Writes a new user with the transaction's next statements. If external id or address is another
   * user's after all, the changes that commit together are repeated, each alone.
   */
  void insertLater(Recording recording, User user) {
    List<UserTerms.Term> terms = UserTerms.of(user);
    sql.updateLater(terms.size(), INSERT, columns(recording, user, terms));
  }

  private Object[] columns(Recording recording, User user, List<UserTerms.Term> found) {
    Columns<User> of = new Columns<>(List.of(user));
    Columns<UserTerms.Term> terms = new Columns<>(found);
    return new Object[] {
      of.ids(_ -> recording.organization().value()),
      of.ids(each -> each.id().value()),
      of.texts(User::externalId),
      of.texts(User::email),
      of.texts(User::name),
      of.texts(each -> each.status().wire()),
      of.texts(each -> json.text(each.attributes())),
      of.numbers(User::revision),
      of.times(User::createdAt),
      of.times(_ -> recording.at()),
      terms.ids(_ -> user.id().value()),
      terms.texts(term -> UserTerms.slot(user.status(), term.shared())),
      terms.texts(UserTerms.Term::text),
      terms.texts(UserTerms.Term::previous)
    };
  }

  void update(Recording recording, User before, User user) {
    RoundTrip trip = sql.roundTrip();
    trip.update(
        1,
        """
        UPDATE iam_users
        SET external_id = ?, email = ?, name = ?, status = ?, attributes = ?::jsonb, revision = ?,
          updated_at = ?
        WHERE organization_id = ? AND id = ?
        """,
        user.externalId(),
        user.email(),
        user.name(),
        user.status().wire(),
        json.text(user.attributes()),
        user.revision(),
        recording.at(),
        recording.organization().value(),
        user.id().value());
    replaceTerms(recording, before, user, trip);
    trip.run();
  }

  private static void replaceTerms(Recording recording, User before, User after, RoundTrip trip) {
    if (before.status() == after.status() && UserTerms.of(before).equals(UserTerms.of(after))) {
      return;
    }
    trip.update(
        """
        DELETE FROM iam_user_terms
        WHERE organization_id = ? AND slot = ANY (?) AND term = ANY (?) AND user_id = ?
        """,
        recording.organization().value(),
        UserTerms.slots(List.of(before.status())).toArray(String[]::new),
        UserTerms.of(before).stream().map(UserTerms.Term::text).toArray(String[]::new),
        before.id().value());
    Columns<UserTerms.Term> of = new Columns<>(UserTerms.of(after));
    trip.update(
        """
        INSERT INTO iam_user_terms (organization_id, slot, term, user_id, previous)
        SELECT ?::uuid, slot, term, ?::uuid, previous
        FROM unnest(?::text[], ?::text[], ?::text[]) AS t (slot, term, previous)
        """,
        recording.organization().value(),
        after.id().value(),
        of.texts(term -> UserTerms.slot(after.status(), term.shared())),
        of.texts(UserTerms.Term::text),
        of.texts(UserTerms.Term::previous));
  }
}
