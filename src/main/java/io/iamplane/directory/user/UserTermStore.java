package io.iamplane.directory.user;

import io.iamplane.change.Recording;
import io.iamplane.database.Sql;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The rows of {@code iam_user_terms}, which follow those of {@code iam_users}. */
@ApplicationScoped
class UserTermStore {

  private final Sql sql;

  UserTermStore(Sql sql) {
    this.sql = sql;
  }

  void insert(Recording recording, User user) {
    List<@Nullable Object[]> rows =
        UserTerms.of(user).stream()
            .map(term ->
                new @Nullable Object[] {
                  recording.organization().value(),
                  UserTerms.slot(user.status(), term.shared()),
                  term.text(),
                  user.id().value(),
                  term.previous()
                })
            .toList();
    sql.batch(
        """
        INSERT INTO iam_user_terms (organization_id, slot, term, user_id, previous)
        VALUES (?, ?, ?, ?, ?)
        """,
        rows);
  }

  void replace(Recording recording, User before, User after) {
    if (before.status() == after.status() && UserTerms.of(before).equals(UserTerms.of(after))) {
      return;
    }
    sql.update(
        """
        DELETE FROM iam_user_terms
        WHERE organization_id = ? AND slot = ANY (?) AND term = ANY (?) AND user_id = ?
        """,
        recording.organization().value(),
        UserTerms.slots(List.of(before.status())).toArray(String[]::new),
        UserTerms.of(before).stream().map(UserTerms.Term::text).toArray(String[]::new),
        before.id().value());
    insert(recording, after);
  }
}
