package io.iamplane.escalation;

import io.iamplane.catalog.application.CatalogReader;
import io.iamplane.catalog.controlplane.ControlPlane;
import io.iamplane.catalog.controlplane.ControlPlane.SeededRole;
import io.iamplane.catalog.controlplane.ControlPlanePermission;
import io.iamplane.change.Effect;
import io.iamplane.directory.account.ServiceAccount;
import io.iamplane.directory.account.ServiceAccountService;
import io.iamplane.directory.group.GroupMember;
import io.iamplane.directory.group.GroupService;
import io.iamplane.directory.user.User;
import io.iamplane.directory.user.UserService;
import io.iamplane.grant.Grant;
import io.iamplane.grant.GrantFilter;
import io.iamplane.grant.GrantService;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.Page;
import io.iamplane.shared.PageRequest;
import io.iamplane.shared.SubjectRef;
import jakarta.inject.Singleton;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Finds possible administrators: the users and service accounts with one permission that every
 * administrator holds. Reads them in pages, on demand.
 */
@Singleton
class Candidates {

  private static final ControlPlanePermission NEEDED = ControlPlanePermission.GRANTS_MANAGE;
  private static final String EVERYONE = "*";

  private final CatalogReader catalog;
  private final RoleReader roles;
  private final GrantService grants;
  private final GroupService groups;
  private final UserService users;
  private final ServiceAccountService accounts;

  Candidates(
      CatalogReader catalog,
      RoleReader roles,
      GrantService grants,
      GroupService groups,
      UserService users,
      ServiceAccountService accounts) {
    this.catalog = catalog;
    this.roles = roles;
    this.grants = grants;
    this.groups = groups;
    this.users = users;
    this.accounts = accounts;
  }

  /**
   * The candidates by the rows as they are and by the roles as they were.
   *
   * @param besides other subjects, groups among them, that are or contain candidates too
   */
  Stream<SubjectRef> of(
      OrganizationId organization, List<Effect> effects, Collection<SubjectRef> besides) {
    Set<SubjectRef> seen = new HashSet<>();
    return Stream.concat(
            besides.stream(),
            keys(organization, effects).stream().flatMap(key -> holders(organization, key)))
        .flatMap(subject -> people(organization, subject, seen));
  }

  private Set<String> keys(OrganizationId organization, List<Effect> effects) {
    Set<String> naming = new HashSet<>(RoleReader.changed(effects));
    List<String> seeded =
        ControlPlane.roles().stream()
            .filter(role -> role.holds().test(NEEDED))
            .map(SeededRole::key)
            .toList();
    naming.addAll(catalog.rolesNaming(organization, NEEDED.key(), seeded));
    Set<String> keys = roles.above(organization, naming, effects);
    keys.addAll(seeded);
    keys.add(NEEDED.key());
    return keys;
  }

  private Stream<SubjectRef> holders(OrganizationId organization, String key) {
    GrantFilter active = new GrantFilter(null, key, null, Grant.Status.ACTIVE);
    return items(page -> grants.page(organization, page, active))
        .filter(grant -> grant.effect() == Grant.Effect.PERMIT)
        .map(Grant::subject);
  }

  private Stream<SubjectRef> people(
      OrganizationId organization, SubjectRef subject, Set<SubjectRef> seen) {
    boolean several = subject.type().equals(SubjectRef.GROUP) || subject.id().equals(EVERYONE);
    if (!several) {
      return Stream.of(subject);
    }
    return seen.add(subject) ? spread(organization, subject, seen) : Stream.empty();
  }

  private Stream<SubjectRef> spread(
      OrganizationId organization, SubjectRef several, Set<SubjectRef> seen) {
    return switch (several.type()) {
      case SubjectRef.GROUP ->
          several.id().equals(EVERYONE)
              ? Stream.empty()
              : items(page -> groups.members(organization, several.id(), page))
                  .map(GroupMember::member)
                  .flatMap(member -> people(organization, member, seen));
      case SubjectRef.USER ->
          items(page -> users.page(organization, page, User.Status.ACTIVE, null))
              .map(User::subject);
      case SubjectRef.SERVICE_ACCOUNT ->
          items(page -> accounts.page(organization, page, ServiceAccount.Status.ACTIVE))
              .map(ServiceAccount::subject);
      default -> Stream.empty();
    };
  }

  /**
   * The items of all pages. Asks for the first page at once, and for each further one when the one
   * before is used up.
   */
  static <T> Stream<T> items(Function<PageRequest, Page<T>> list) {
    return Stream.iterate(
            list.apply(new PageRequest(PageRequest.MAX_LIMIT, null)),
            Objects::nonNull,
            page -> following(page, list))
        .flatMap(page -> page.items().stream());
  }

  private static <T> @Nullable Page<T> following(
      Page<T> page, Function<PageRequest, Page<T>> list) {
    String position = page.nextPosition();
    return position == null ? null : list.apply(new PageRequest(PageRequest.MAX_LIMIT, position));
  }
}
