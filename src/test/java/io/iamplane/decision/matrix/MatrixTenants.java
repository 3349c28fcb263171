package io.iamplane.decision.matrix;

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
import io.iamplane.directory.object.ImportedObject;
import io.iamplane.directory.object.ObjectService;
import io.iamplane.directory.organization.Organization;
import io.iamplane.directory.user.CreateUserRequest;
import io.iamplane.directory.user.User;
import io.iamplane.directory.user.UserService;
import io.iamplane.grant.Grant;
import io.iamplane.grant.GrantService;
import io.iamplane.grant.NewGrant;
import io.iamplane.grant.relation.NewRelation;
import io.iamplane.grant.relation.RelationCondition;
import io.iamplane.grant.relation.RelationService;
import io.iamplane.shared.SubjectRef;
import io.iamplane.testing.Manifests;
import io.iamplane.testing.TestPlatform;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Makes the tenant of a file through the services. */
@ApplicationScoped
public class MatrixTenants {

  private final TestPlatform platform;
  private final Changes changes;
  private final ManifestInstaller manifests;
  private final RoleService roles;
  private final UserService users;
  private final ServiceAccountService accounts;
  private final GroupService groups;
  private final ObjectService objects;
  private final GrantService grants;
  private final RelationService relations;

  MatrixTenants(
      TestPlatform platform,
      Changes changes,
      ManifestInstaller manifests,
      RoleService roles,
      UserService users,
      ServiceAccountService accounts,
      GroupService groups,
      ObjectService objects,
      GrantService grants,
      RelationService relations) {
    this.platform = platform;
    this.changes = changes;
    this.manifests = manifests;
    this.roles = roles;
    this.users = users;
    this.accounts = accounts;
    this.groups = groups;
    this.objects = objects;
    this.grants = grants;
    this.relations = relations;
  }

  /**
   * A tenant.
   *
   * @param file with the ids of this tenant's entries in it
   * @param labels of the grants, by their ids
   */
  public record Loaded(Organization tenant, MatrixFile file, Map<String, String> labels) {}

  public Loaded load(MatrixFile file) {
    Organization tenant = platform.tenant();
    file.manifests()
        .forEach(manifest ->
            manifests.apply(platform.command(), tenant.id(), Manifests.parse(manifest)));
    return changes.record(
        Change.policy(platform.command(), tenant.id(), recording -> load(recording, tenant, file)));
  }

  private Loaded load(Recording recording, Organization tenant, MatrixFile file) {
    Map<String, String> ids = new HashMap<>();
    for (MatrixUser user : file.users()) {
      ids.put("user:" + user.externalId(), user(recording, user).id().toString());
    }
    for (MatrixServiceAccount account : file.serviceAccounts()) {
      ids.put(
          "service_account:" + account.externalId(), account(recording, account).id().toString());
    }
    Map<String, Group> byKey = new HashMap<>();
    for (MatrixGroup group : file.groups()) {
      Group made =
          groups.create(
              recording,
              new CreateGroupRequest(group.key(), group.name(), null, group.externalId(), null));
      byKey.put(group.key(), made);
      ids.put("group:" + group.externalId(), made.id().toString());
    }
    MatrixFile named = new Placeholders(ids).replacedIn(file);
    named.groups().forEach(group -> members(recording, group, byKey));
    named.objects().forEach(object -> object(recording, object));
    for (MatrixRole role : named.roles()) {
      roles.create(
          recording,
          CreateRoleRequest.of(
              role.key(), role.label(), role.permissions(), role.includes(), role.isPrivileged()));
    }
    Map<String, String> labels = new HashMap<>();
    for (MatrixGrant grant : named.grants()) {
      labels.put(grant(recording, grant).id().toString(), grant.id());
    }
    relations(recording, named);
    return new Loaded(tenant, named, labels);
  }

  private User user(Recording recording, MatrixUser user) {
    User made =
        users.create(
            recording,
            new CreateUserRequest(
                user.email().matches("[^@\\s]+@[^@\\s]+") ? user.email() : null,
                user.name().isBlank() ? "user" : user.name(),
                user.externalId(),
                user.attributes()));
    return user.active()
        ? made
        : users.setStatus(recording, made.id(), User.Status.SUSPENDED, null);
  }

  private ServiceAccount account(Recording recording, MatrixServiceAccount account) {
    ServiceAccount made =
        accounts.create(recording, account.externalId(), account.name(), Map.of());
    return account.active()
        ? made
        : accounts.setStatus(recording, made.id(), ServiceAccount.Status.SUSPENDED);
  }

  private void members(Recording recording, MatrixGroup group, Map<String, Group> byKey) {
    Group made = Objects.requireNonNull(byKey.get(group.key()));
    for (String member : group.members()) {
      groups.addMember(recording, made.id(), ref(member), null);
    }
    if (!group.active()) {
      groups.revoke(recording, made.id(), null);
    }
  }

  private void object(Recording recording, MatrixObject object) {
    SubjectRef ref = new SubjectRef(object.type(), object.id());
    objects.put(recording, ref, null, object.properties());
    if (!object.active()) {
      objects.setStatus(recording, ref, ImportedObject.Status.INACTIVE);
    }
  }

  private Grant grant(Recording recording, MatrixGrant grant) {
    NewGrant.Builder wanted =
        grant.privilegeType().equals("role")
            ? NewGrant.role(ref(grant.subject()), grant.privilegeKey())
            : NewGrant.permission(ref(grant.subject()), grant.privilegeKey());
    if (grant.effect().equals("deny")) {
      wanted.denying();
    }
    String resource = grant.resource();
    Grant made =
        grants.create(
            recording,
            wanted
                .within(grant.application())
                .on(resource == null ? null : ref(resource))
                .when(grant.condition())
                .between(grant.validFrom(), grant.validUntil())
                .dormant(grant.activationRequired())
                .build());
    if (grant.activated()) {
      grants.activate(recording, made.id(), null);
    }
    switch (grant.status()) {
      case "revoked" -> grants.revoke(recording, made.id(), null);
      case "suspended" -> grants.suspend(recording, made.id());
      default -> {
        // It stays active.
      }
    }
    return made;
  }

  private static @Nullable RelationCondition named(MatrixRelation relation) {
    MatrixRelation.Named named = relation.namedCondition();
    return named == null ? null : new RelationCondition(named.name(), named.values());
  }

  private void relations(Recording recording, MatrixFile file) {
    List<NewRelation> batch = new ArrayList<>();
    for (MatrixRelation relation : file.relations()) {
      String[] subject = relation.subject().split("#", 2);
      NewRelation made =
          new NewRelation(
              ref(subject[0]),
              subject.length == 1 ? null : subject[1],
              relation.relation(),
              ref(relation.object()),
              relation.condition(),
              named(relation),
              relation.validFrom(),
              relation.validUntil());
      if (made.object().type().equals("group") && made.relation().equals("member")) {
        membership(recording, made);
      } else {
        batch.add(made);
      }
    }
    relations.write(recording, batch);
  }

  private void membership(Recording recording, NewRelation relation) {
    Group group =
        groups.byReference(recording.organization(), relation.object().id()).orElseThrow();
    groups.addMember(
        recording,
        group.id(),
        relation.subject(),
        relation.condition(),
        relation.validFrom(),
        relation.validUntil());
  }

  private static SubjectRef ref(String text) {
    return SubjectRef.parse(text).orElseThrow(() -> new IllegalArgumentException(text));
  }
}
