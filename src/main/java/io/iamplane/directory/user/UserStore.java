package io.iamplane.directory.user;

import io.iamplane.change.Recording;
import io.iamplane.database.DatabaseException;
import io.iamplane.database.JsonColumns;
import io.iamplane.database.RoundTrip;
import io.iamplane.database.Sql;
import io.iamplane.shared.IamException;
import jakarta.inject.Singleton;
import java.util.Optional;

/** The rows of {@code iam_users}, which those of {@code iam_user_terms} follow. */
@Singleton
class UserStore {

  private final Sql sql;
  private final UserTermStore terms;
  private final JsonColumns json;

  UserStore(Sql sql, UserTermStore terms, JsonColumns json) {
    this.sql = sql;
    this.terms = terms;
    this.json = json;
  }

  /**
   * Writes a new user. Whether external id and address are free is what the constraints say, since
   * looking before would cost every new user a round trip under the tenant's lock.
   *
   * @throws IamException CONFLICT when one of them is another user's
   */
  void insert(Recording recording, User user) {
    RoundTrip trip = sql.roundTrip();
    trip.update(
        1,
        """
        INSERT INTO iam_users (organization_id, id, external_id, email, name, status, attributes,
          revision, created_at, updated_at)
        VALUES (?, ?, ?, ?, ?, ?, ?::jsonb, ?, ?, ?)
        """,
        recording.organization().value(),
        user.id().value(),
        user.externalId(),
        user.email(),
        user.name(),
        user.status().wire(),
        json.text(user.attributes()),
        user.revision(),
        user.createdAt(),
        recording.at());
    terms.insert(recording, user, trip);
    try {
      trip.run();
    } catch (DatabaseException e) {
      throw taken(e).map(RuntimeException.class::cast).orElse(e);
    }
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
    terms.replace(recording, before, user, trip);
    trip.run();
  }

  private static Optional<IamException> taken(DatabaseException failure) {
    return failure
        .constraint()
        .flatMap(constraint ->
            switch (constraint) {
              case "iam_users_external_id_unique" -> Optional.of(taken("external_id"));
              case "iam_users_email_unique" -> Optional.of(taken("email"));
              default -> Optional.empty();
            });
  }

  private static IamException taken(String member) {
    return IamException.conflict("A user with this " + member + " already exists.");
  }
}
