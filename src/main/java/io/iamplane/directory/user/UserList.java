package io.iamplane.directory.user;

import io.iamplane.database.JsonColumns;
import io.iamplane.database.Keyset;
import io.iamplane.database.Sql;
import io.iamplane.shared.IamException;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.Page;
import io.iamplane.shared.PageRequest;
import io.iamplane.shared.UuidV7;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Pages of users: all of them in the order in which they were made, or those that a search finds,
 * in the order of what it found them by.
 */
@ApplicationScoped
class UserList {

  private static final String FOUND =
      """
      SELECT t.term, t.user_id, u.id, u.external_id, u.email, u.name, u.status, u.attributes,
        u.revision, u.created_at
      FROM iam_user_terms t
      JOIN iam_users u ON u.organization_id = t.organization_id AND u.id = t.user_id
      WHERE t.organization_id = ? AND t.term >= ? AND t.term < ? AND t.previous < ?
      """;

  private final Sql sql;
  private final JsonColumns json;

  UserList(Sql sql, JsonColumns json) {
    this.sql = sql;
    this.json = json;
  }

  /** A user, and the term that a search found them by; empty without a search. */
  private record Found(User user, String term) {}

  Page<User> page(
      OrganizationId organization,
      PageRequest page,
      User.@Nullable Status status,
      @Nullable String search) {
    Keyset query =
        search == null
            ? all(organization, page, status)
            : found(organization, page, status, UserTerms.normal(search));
    List<Found> rows =
        sql.list(
            query,
            row ->
                new Found(UserStore.read(row, json), search == null ? "" : row.getString("term")));
    return Page.cut(
            rows, page.limit(), row -> search == null ? row.user().id().toString() : position(row))
        .map(Found::user);
  }

  static Keyset all(OrganizationId organization, PageRequest page, User.@Nullable Status status) {
    return Keyset.of(
            "SELECT " + UserStore.COLUMNS + " FROM iam_users WHERE organization_id = ?",
            "id",
            organization.value())
        .filter("status = ?", status == null ? null : status.wire())
        .after(page.afterId())
        .rows(page.limit() + 1);
  }

  static Keyset found(
      OrganizationId organization, PageRequest page, User.@Nullable Status status, String search) {
    List<User.Status> statuses = status == null ? List.of(User.Status.values()) : List.of(status);
    // A person whose term before this one begins alike was found by that one already. The choice of
    // slots sees to that for short searches, the condition for those beyond what slots count.
    Keyset query =
        Keyset.of(
                FOUND, "term, user_id", organization.value(), search, UserTerms.end(search), search)
            .either("t.slot", null, UserTerms.slots(statuses, search))
            .rows(page.limit() + 1);
    String after = page.after();
    return after == null ? query : query.after(term(after), id(after));
  }

  private static String position(Found row) {
    return row.user().id() + ":" + row.term();
  }

  private static UUID id(String position) {
    int colon = position.indexOf(':');
    return UuidV7.parse(position.substring(0, Math.max(0, colon))).orElseThrow(UserList::damaged);
  }

  private static String term(String position) {
    return position.substring(position.indexOf(':') + 1);
  }

  private static IamException damaged() {
    return IamException.validation("cursor", "is damaged or belongs to another list");
  }
}
