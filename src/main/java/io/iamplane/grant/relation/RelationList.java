package io.iamplane.grant.relation;

import io.iamplane.database.Keyset;
import io.iamplane.database.Sql;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.Page;
import io.iamplane.shared.PageRequest;
import io.iamplane.shared.SubjectRef;
import jakarta.inject.Singleton;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds relations: pages of them, oldest first; those of one subject or one object by relation, and
 * oldest first within one.
 */
@Singleton
class RelationList {

  private final Sql sql;
  private final RelationRows rows;

  RelationList(Sql sql, RelationRows rows) {
    this.sql = sql;
    this.rows = rows;
  }

  Page<Relation> page(OrganizationId organization, PageRequest page, RelationFilter filter) {
    Keyset query = query(organization, page, filter);
    return Page.cut(
        sql.list(query, rows::read), page.limit(), relation -> position(relation, filter));
  }

  boolean any(OrganizationId organization, RelationFilter filter) {
    Keyset query = query(organization, new PageRequest(1, null), filter);
    return !sql.list(query, row -> true).isEmpty();
  }

  /**
   * Finds the kinds, among these, of relations of some subjects, as themselves or as those with a
   * relation to them. Looks up each pair of a subject and a kind by an index, regardless of the
   * plan's statistics.
   */
  Set<RelationKind> kinds(
      OrganizationId organization, Collection<SubjectRef> subjects, Collection<RelationKind> of) {
    return new HashSet<>(
        sql.list(
            """
            SELECT k.object_type, k.relation FROM unnest(?::text[], ?::text[]) AS k (object_type, relation)
            WHERE EXISTS (
              SELECT 1 FROM unnest(?::text[], ?::text[]) AS s (type, id)
              CROSS JOIN LATERAL (
                SELECT 1 FROM iam_relations r
                WHERE r.organization_id = ? AND r.subject_type = s.type AND r.subject_id = s.id
                  AND r.relation = k.relation AND r.object_type = k.object_type
                LIMIT 1) found)
            """,
            row -> new RelationKind(row.getString("object_type"), row.getString("relation")),
            of.stream().map(RelationKind::objectType).toArray(String[]::new),
            of.stream().map(RelationKind::relation).toArray(String[]::new),
            subjects.stream().map(SubjectRef::type).toArray(String[]::new),
            subjects.stream().map(SubjectRef::id).toArray(String[]::new),
            organization.value()));
  }

  static Keyset query(OrganizationId organization, PageRequest page, RelationFilter filter) {
    String key = filter.isListedByName() ? "relation, id" : "id";
    return Keyset.of(RelationRows.SELECT, key, organization.value())
        .filter("subject_type = ? AND subject_id = ?", parts(filter.subject()))
        .filter("relation = ?", filter.relation())
        .filter("object_type = ? AND object_id = ?", parts(filter.object()))
        .after(after(page, filter))
        .rows(page.limit() + 1);
  }

  private static Object[] after(PageRequest page, RelationFilter filter) {
    if (!filter.isListedByName()) {
      return new Object[] {page.afterId()};
    }
    PageRequest.Named place = page.afterNamed();
    return new Object[] {place.name(), place.id()};
  }

  private static String position(Relation last, RelationFilter filter) {
    return filter.isListedByName()
        ? new PageRequest.Named(last.relation(), last.id()).position()
        : last.id().toString();
  }

  private static @Nullable Object[] parts(@Nullable SubjectRef ref) {
    // A null value drops the condition.
    return ref == null
        ? new @Nullable Object[] {null}
        : new @Nullable Object[] {ref.type(), ref.id()};
  }
}
