package io.iamplane.decision.snapshot;

import io.iamplane.catalog.manifest.ManifestInstaller;
import io.iamplane.catalog.role.CreateRoleRequest;
import io.iamplane.catalog.role.RoleService;
import io.iamplane.change.Change;
import io.iamplane.change.Changes;
import io.iamplane.change.Recording;
import io.iamplane.directory.account.ServiceAccount;
import io.iamplane.directory.account.ServiceAccountService;
import io.iamplane.directory.group.CreateGroupRequest;
import io.iamplane.directory.group.Group;
import io.iamplane.directory.group.GroupService;
import io.iamplane.directory.object.ObjectService;
import io.iamplane.directory.organization.Organization;
import io.iamplane.directory.user.CreateUserRequest;
import io.iamplane.directory.user.User;
import io.iamplane.directory.user.UserService;
import io.iamplane.grant.Grant;
import io.iamplane.grant.GrantService;
import io.iamplane.grant.NewGrant;
import io.iamplane.grant.relation.NewRelation;
import io.iamplane.grant.relation.RelationService;
import io.iamplane.shared.Caller;
import io.iamplane.shared.IamException;
import io.iamplane.shared.SubjectRef;
import io.iamplane.testing.Manifests;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.random.RandomGenerator;

/** A tenant that random changes happen to, through the services. */
final class TenantWorld {

  private static final List<String> PERMISSIONS = List.of("shop:order.read", "shop:order.write");

  private final Changes changes;
  private final UserService users;
  private final ServiceAccountService accounts;
  private final GroupService groups;
  private final ObjectService objects;
  private final GrantService grants;
  private final RelationService relations;
  private final RoleService roles;
  private final ManifestInstaller manifests;
  private final Caller caller;
  private final Organization tenant;
  private final RandomGenerator random;

  private final List<User> madeUsers = new ArrayList<>();
  private final List<Group> madeGroups = new ArrayList<>();
  private final List<Grant> madeGrants = new ArrayList<>();
  private final List<NewRelation> madeRelations = new ArrayList<>();
  private final List<String> madeRoles = new ArrayList<>(List.of("shop:clerk"));
  private int number;

  TenantWorld(Services services, Caller caller, Organization tenant, RandomGenerator random) {
    this.changes = services.changes();
    this.users = services.users();
    this.accounts = services.accounts();
    this.groups = services.groups();
    this.objects = services.objects();
    this.grants = services.grants();
    this.relations = services.relations();
    this.roles = services.roles();
    this.manifests = services.manifests();
    this.caller = caller;
    this.tenant = tenant;
    this.random = random;
    manifest("document");
    record(this::user);
    record(this::group);
  }

  record Services(
      Changes changes,
      UserService users,
      ServiceAccountService accounts,
      GroupService groups,
      ObjectService objects,
      GrantService grants,
      RelationService relations,
      RoleService roles,
      ManifestInstaller manifests) {}

  List<SubjectRef> subjects() {
    List<SubjectRef> all = new ArrayList<>();
    madeUsers.forEach(user -> all.add(user.subject()));
    madeUsers.forEach(user -> all.add(new SubjectRef("user", String.valueOf(user.externalId()))));
    return all;
  }

  List<SubjectRef> resources() {
    return List.of(doc(0), doc(1), doc(2), doc(3));
  }

  /** Makes one random change; some are refused, which changes nothing. */
  void change() {
    int what = random.nextInt(16);
    try {
      switch (what) {
        case 0 -> record(this::user);
        case 1 -> record(this::group);
        case 2, 3 -> record(this::member);
        case 4, 5, 6 -> record(this::grant);
        case 7 -> record(recording -> grants.revoke(recording, any(madeGrants).id(), null));
        case 8 -> record(recording -> grants.suspend(recording, any(madeGrants).id()));
        case 9 -> record(recording -> grants.reinstate(recording, any(madeGrants).id(), null));
        case 10, 11 -> record(this::relation);
        case 12 -> record(this::unrelation);
        case 13 ->
            record(recording ->
                users.setStatus(
                    recording,
                    any(madeUsers).id(),
                    random.nextBoolean() ? User.Status.ACTIVE : User.Status.SUSPENDED,
                    null));
        case 14 -> record(this::objectOrAccount);
        default -> {
          if (random.nextInt(4) == 0) {
            manifest(random.nextBoolean() ? "document" : "owner");
          } else {
            record(this::role);
          }
        }
      }
    } catch (IamException e) {
      // A conflict or an empty list: the world stays as it was.
    }
  }

  private <T> T record(Function<Recording, T> body) {
    return changes.record(Change.policy(caller, tenant.id(), body));
  }

  private void manifest(String variant) {
    manifests.apply(
        caller,
        tenant.id(),
        Manifests.parse(
            """
            {"schema": "iam.manifest.v2", "app": {"key": "shop", "name": "Shop"},
             "permissions": [
               {"key": "order.read", "resource": "doc", "action": "read", "relation": "can_read"},
               {"key": "order.write", "resource": "doc", "action": "write"}],
             "roles": [{"key": "clerk", "label": "Clerk", "permissions": ["order.*"]}],
             "attributes": {"context": {"amount": "%s"}},
             "types": {
               "folder": {"relations": {"viewer": "user | user:* | group#member"}},
               "doc": {"relations": {"parent": "folder", "viewer": "user | user:* | group#member"},
                 "permissions": {"can_read": "viewer | parent->viewer"}}}}
            """
                .formatted(variant.equals("owner") ? "int" : "double")));
  }

  private User user(Recording recording) {
    User user =
        users.create(
            recording,
            CreateUserRequest.of(
                "u" + number++,
                "User",
                random.nextBoolean() ? Map.of() : Map.of("level", random.nextInt(3))));
    madeUsers.add(user);
    return user;
  }

  private Group group(Recording recording) {
    String key = "g" + number++;
    Group group = groups.create(recording, new CreateGroupRequest(key, "Group", null, key, null));
    madeGroups.add(group);
    return group;
  }

  private Object member(Recording recording) {
    Group group = any(madeGroups);
    SubjectRef member = subject();
    if (random.nextInt(3) == 0) {
      groups.removeMember(recording, group.id(), member);
      return true;
    }
    return groups.addMember(
        recording, group.id(), member, random.nextInt(4) == 0 ? "subject.level > 0" : null);
  }

  private Grant grant(Recording recording) {
    NewGrant.Builder wanted =
        random.nextBoolean()
            ? NewGrant.role(subject(), any(madeRoles))
            : NewGrant.permission(subject(), any(PERMISSIONS));
    if (random.nextInt(3) == 0) {
      wanted.on(random.nextBoolean() ? any(resources()) : new SubjectRef("doc", "*"));
    }
    if (random.nextInt(3) == 0) {
      wanted.when("context.amount < 10 && subject.level >= 0");
    }
    if (random.nextInt(5) == 0) {
      wanted.denying();
    }
    Grant grant = grants.create(recording, wanted.build());
    madeGrants.add(grant);
    return grant;
  }

  private Object relation(Recording recording) {
    boolean parent = random.nextInt(3) == 0;
    NewRelation wanted =
        parent
            ? NewRelation.of(new SubjectRef("folder", "f"), null, "parent", any(resources()))
            : viewer();
    madeRelations.add(wanted);
    return relations.write(recording, List.of(wanted));
  }

  private NewRelation viewer() {
    SubjectRef object = random.nextBoolean() ? any(resources()) : new SubjectRef("folder", "f");
    if (random.nextInt(4) == 0) {
      return NewRelation.of(new SubjectRef("user", "*"), null, "viewer", object);
    }
    SubjectRef subject = subject();
    return NewRelation.of(
        subject, subject.type().equals("group") ? "member" : null, "viewer", object);
  }

  private Object unrelation(Recording recording) {
    return relations.delete(recording, List.of(any(madeRelations)));
  }

  private Object objectOrAccount(Recording recording) {
    if (random.nextBoolean()) {
      return objects.put(recording, any(resources()), "Doc", Map.of("size", random.nextInt(3)));
    }
    ServiceAccount account = accounts.create(recording, "machine");
    return grants.create(recording, NewGrant.role(account.subject(), any(madeRoles)).build());
  }

  private Object role(Recording recording) {
    String key = "r" + number++;
    roles.create(
        recording,
        CreateRoleRequest.of(
            key, "Role", List.of(any(PERMISSIONS)), List.of(any(madeRoles)), false));
    madeRoles.add(key);
    return key;
  }

  private SubjectRef subject() {
    return switch (random.nextInt(6)) {
      case 0, 1 -> any(madeGroups).subject();
      case 2 -> new SubjectRef("user", String.valueOf(any(madeUsers).externalId()));
      default -> any(madeUsers).subject();
    };
  }

  private static SubjectRef doc(int i) {
    return new SubjectRef("doc", "d" + i);
  }

  private <T> T any(List<T> items) {
    if (items.isEmpty()) {
      throw IamException.notFound();
    }
    return items.get(random.nextInt(items.size()));
  }
}
