package io.iamplane.grant;

import io.iamplane.database.Keyset;
import io.iamplane.database.Sql;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.Page;
import io.iamplane.shared.PageRequest;
import io.iamplane.shared.SubjectRef;
import io.iamplane.shared.WireName;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Finds grants: pages of them, oldest first, and those that certain rules look at. */
@ApplicationScoped
class GrantList {

  private static final List<String> STATUSES =
      Arrays.stream(Grant.Status.values()).map(WireName::wire).toList();

  private final Sql sql;

  GrantList(Sql sql) {
    this.sql = sql;
  }

  Page<Grant> page(OrganizationId organization, PageRequest page, GrantFilter filter) {
    Keyset query = query(organization, page, filter);
    return Page.cut(
        sql.list(query.sql(), GrantStore::read, query.parameters()),
        page.limit(),
        grant -> grant.id().toString());
  }

  static Keyset query(OrganizationId organization, PageRequest page, GrantFilter filter) {
    SubjectRef subject = filter.subject();
    SubjectRef resource = filter.resource();
    Keyset query =
        Keyset.of(GrantStore.SELECT, "id", organization.value())
            .filter("subject_type = ?", type(subject))
            .filter("subject_id = ?", id(subject))
            .filter("privilege_key = ?", filter.privilegeKey())
            .filter("resource_type = ?", type(resource))
            .filter("resource_id = ?", id(resource))
            .after(page.afterId())
            .rows(page.limit() + 1);
    Grant.Status status = filter.status();
    String wire = status == null ? null : status.wire();
    return filter.isEmpty()
        ? query.filter("status = ?", wire)
        : query.either("status", wire, STATUSES);
  }

  /** The active grants of some subjects of one type. */
  List<Grant> activeOf(OrganizationId organization, String type, Collection<String> ids) {
    return sql.list(
        GrantStore.SELECT + " AND subject_type = ? AND subject_id = ANY (?) AND status = 'active'",
        GrantStore::read,
        organization.value(),
        type,
        ids.toArray(String[]::new));
  }

  /** The grants of some privileges that are not revoked. */
  List<Grant> presentFor(OrganizationId organization, Collection<String> privilegeKeys) {
    return sql.list(
        GrantStore.SELECT + " AND privilege_key = ANY (?) AND status IN ('active', 'suspended')",
        GrantStore::read,
        organization.value(),
        privilegeKeys.toArray(String[]::new));
  }

  private static @Nullable String type(@Nullable SubjectRef ref) {
    return ref == null ? null : ref.type();
  }

  private static @Nullable String id(@Nullable SubjectRef ref) {
    return ref == null ? null : ref.id();
  }
}
