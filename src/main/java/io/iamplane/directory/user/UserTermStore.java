package io.iamplane.directory.user;

import io.iamplane.change.Recording;
import io.iamplane.database.Columns;
import io.iamplane.database.RoundTrip;
import jakarta.inject.Singleton;
import java.util.List;

/** The rows of {@code iam_user_terms}, which follow those of {@code iam_users}. */
@Singleton
class UserTermStore {

  /** Writes the terms of a stored user. */
  void insert(Recording recording, User user, RoundTrip trip) {
    List<UserTerms.Term> all = UserTerms.of(user);
    if (all.isEmpty()) {
      return;
    }
    Columns<UserTerms.Term> of = new Columns<>(all);
    trip.update(
        """
        INSERT INTO iam_user_terms (organization_id, slot, term, user_id, previous)
        SELECT ?::uuid, slot, term, ?::uuid, previous
        FROM unnest(?::text[], ?::text[], ?::text[]) AS t (slot, term, previous)
        WHERE EXISTS (SELECT FROM iam_users WHERE organization_id = ? AND id = ?)
        """,
        recording.organization().value(),
        user.id().value(),
        of.texts(term -> UserTerms.slot(user.status(), term.shared())),
        of.texts(UserTerms.Term::text),
        of.texts(UserTerms.Term::previous),
        recording.organization().value(),
        user.id().value());
  }

  void replace(Recording recording, User before, User after, RoundTrip trip) {
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
    insert(recording, after, trip);
  }
}
