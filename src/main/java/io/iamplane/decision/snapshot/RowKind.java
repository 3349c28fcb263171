package io.iamplane.decision.snapshot;

import io.iamplane.catalog.application.Application;
import io.iamplane.catalog.permission.Permission;
import io.iamplane.catalog.role.Role;
import io.iamplane.directory.account.ServiceAccount;
import io.iamplane.directory.group.Group;
import io.iamplane.directory.group.GroupMember;
import io.iamplane.directory.object.ImportedObject;
import io.iamplane.directory.organization.Organization;
import io.iamplane.directory.user.User;
import io.iamplane.grant.Grant;
import io.iamplane.grant.duty.DutyRule;
import io.iamplane.grant.relation.Relation;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A kind of rows that policies are made of.
 *
 * @param target its name in changes
 * @param key equal for images of the same row
 */
record RowKind<T>(String target, Class<T> type, Function<T, Object> key) {

  static final RowKind<Organization> ORGANIZATION =
      new RowKind<>("organization", Organization.class, Organization::id);
  static final RowKind<DutyRule> DUTY_RULE =
      new RowKind<>("duty_rule", DutyRule.class, DutyRule::id);
  static final RowKind<Application> APPLICATION =
      new RowKind<>("application", Application.class, Application::key);
  static final RowKind<Permission> PERMISSION =
      new RowKind<>("permission", Permission.class, Permission::key);
  static final RowKind<Role> ROLE = new RowKind<>("role", Role.class, Role::key);
  static final RowKind<User> USER = new RowKind<>("user", User.class, User::id);
  static final RowKind<ServiceAccount> SERVICE_ACCOUNT =
      new RowKind<>("service_account", ServiceAccount.class, ServiceAccount::id);
  static final RowKind<Group> GROUP = new RowKind<>("group", Group.class, Group::id);
  static final RowKind<ImportedObject> OBJECT =
      new RowKind<>("object", ImportedObject.class, ImportedObject::ref);
  static final RowKind<GroupMember> GROUP_MEMBER =
      new RowKind<>("group_member", GroupMember.class, GroupMember::id);
  static final RowKind<Relation> RELATION = new RowKind<>("relation", Relation.class, Relation::id);
  static final RowKind<Grant> GRANT = new RowKind<>("grant", Grant.class, Grant::id);

  /** The kinds that facts are made of, by their names in changes. */
  static final Map<String, RowKind<?>> OF_FACTS =
      Stream.of(
              APPLICATION,
              PERMISSION,
              ROLE,
              USER,
              SERVICE_ACCOUNT,
              GROUP,
              OBJECT,
              GROUP_MEMBER,
              RELATION,
              GRANT)
          .collect(Collectors.toUnmodifiableMap(RowKind::target, Function.identity()));
}
