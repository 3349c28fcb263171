package io.iamplane.directory.user;

import io.iamplane.database.JsonColumns;
import io.iamplane.database.Keyset;
import io.iamplane.database.Sql;
import io.iamplane.shared.IamException;
import io.iamplane.shared.IdText;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.Page;
import io.iamplane.shared.PageRequest;
import io.iamplane.shared.SubjectRef;
import io.iamplane.shared.UuidV7;
import io.iamplane.shared.WireName;
import jakarta.inject.Singleton;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A tenant's users as a whole, streamed and never held, and pages of them: all in the order of
 * creation, or the results of a search, in the order of their matching terms.
 */
@Singleton
class UserQuery {

  private static final String ALL =
      """
      SELECT id, external_id, email, name, status, attributes, revision, created_at
      FROM iam_users WHERE organization_id = ?
      """;

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

  UserQuery(Sql sql, JsonColumns json) {
    this.sql = sql;
    this.json = json;
  }

  private record Found(User user, String term) {}

  Optional<User> byId(OrganizationId organization, UserId id) {
    return sql.first(ALL + " AND id = ?", this::read, organization.value(), id.value());
  }

  Optional<User> byEmail(OrganizationId organization, String email) {
    return sql.first(ALL + " AND lower(email) = lower(?)", this::read, organization.value(), email);
  }

  Optional<User> byExternalId(OrganizationId organization, String externalId) {
    return sql.first(
        ALL + " AND external_id = ?", this::read, organization.value(), IdText.normal(externalId));
  }

  List<SubjectRef> erased(OrganizationId organization) {
    return sql.list(
        "SELECT id FROM iam_users WHERE organization_id = ? AND name = ''",
        row -> new SubjectRef(SubjectRef.USER, row.getString("id")),
        organization.value());
  }

  void forEach(OrganizationId organization, Consumer<User> each) {
    sql.forEach(ALL, row -> each.accept(read(row)), organization.value());
  }

  /** A page of all users, or of some by their ids. */
  Page<User> page(
      OrganizationId organization,
      PageRequest page,
      User.@Nullable Status status,
      @Nullable List<UserId> ids) {
    Keyset query = all(organization, page, status, ids);
    return Page.cut(sql.list(query, this::read), page.limit(), user -> user.id().toString());
  }

  static Keyset all(
      OrganizationId organization,
      PageRequest page,
      User.@Nullable Status status,
      @Nullable List<UserId> ids) {
    Object among = ids == null ? null : ids.stream().map(UserId::value).toArray(UUID[]::new);
    return Keyset.of(ALL, "id", organization.value())
        .filter("status = ?", status == null ? null : status.wire())
        .filter("id = ANY (?)", among)
        .after(page.afterId())
        .rows(page.limit() + 1);
  }

  Page<User> search(
      OrganizationId organization, PageRequest page, User.@Nullable Status status, String search) {
    Keyset query = found(organization, page, status, UserTerms.normal(search));
    List<Found> rows = sql.list(query, row -> new Found(read(row), row.getString("term")));
    return Page.cut(rows, page.limit(), UserQuery::position).map(Found::user);
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
    return UuidV7.parse(position.substring(0, Math.max(0, colon))).orElseThrow(UserQuery::damaged);
  }

  private static String term(String position) {
    return position.substring(position.indexOf(':') + 1);
  }

  private static IamException damaged() {
    return IamException.validation("cursor", "not a valid cursor for this list");
  }

  private User read(ResultSet row) throws SQLException {
    return new User(
        new UserId(row.getObject("id", UUID.class)),
        row.getString("external_id"),
        row.getString("email"),
        row.getString("name"),
        WireName.of(User.Status.class, row.getString("status")),
        json.object(row, "attributes"),
        row.getLong("revision"),
        Sql.instant(row, "created_at"));
  }
}
