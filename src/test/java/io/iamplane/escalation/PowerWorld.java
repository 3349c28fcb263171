package io.iamplane.escalation;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.iamplane.catalog.document.Manifest;
import io.iamplane.catalog.manifest.ManifestInstaller;
import io.iamplane.catalog.manifest.ManifestService;
import io.iamplane.catalog.manifest.SubmittedManifest;
import io.iamplane.catalog.role.CreateRoleRequest;
import io.iamplane.catalog.role.Role;
import io.iamplane.catalog.role.RoleService;
import io.iamplane.change.Change;
import io.iamplane.change.Changes;
import io.iamplane.change.Recording;
import io.iamplane.decision.DecisionService;
import io.iamplane.decision.engine.PolicySnapshot;
import io.iamplane.directory.account.AccountClients;
import io.iamplane.directory.account.CreateServiceAccountRequest;
import io.iamplane.directory.account.ServiceAccount;
import io.iamplane.directory.account.UpdateServiceAccountRequest;
import io.iamplane.directory.client.RotateSecretRequest;
import io.iamplane.directory.group.CreateGroupRequest;
import io.iamplane.directory.group.GroupId;
import io.iamplane.directory.group.GroupService;
import io.iamplane.directory.user.CreateUserRequest;
import io.iamplane.directory.user.UserId;
import io.iamplane.directory.user.UserService;
import io.iamplane.grant.GrantService;
import io.iamplane.grant.NewGrant;
import io.iamplane.grant.relation.RelationService;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.SubjectRef;
import io.iamplane.shared.wire.Patch;
import io.iamplane.testing.TestPlatform;
import jakarta.enterprise.context.Dependent;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/** The services that the operations with power reach, and a tenant to use them in. */
@Dependent
class PowerWorld {

  static final String SHOP =
      """
      {"schema": "iam.manifest.v2", "app": {"key": "shop", "name": "NAME"},
       "permissions": [{"key": "low.run"}, {"key": "hot.run", "risk": "high"}, {"key": "boss.run"},
         {"key": "site.close", "risk": "high", "resource": "site", "relation": "can_close"},
         {"key": "doc.approve", "risk": "high", "resource": "doc", "relation": "approve"},
         {"key": "pay.raise", "risk": "high", "resource": "user", "relation": "raise"},
         {"key": "team.lead", "risk": "high", "resource": "group", "relation": "lead"}],
       "roles": [{"key": "clerk", "permissions": ["low.run"EXTRA]INCLUDES},
         {"key": "boss", "permissions": ["low.run", "hot.run", "boss.run"], "is_privileged": true}],
       "types": {"user": {"relations": {"manager": "user | service_account", "mentor": "user", "parent": "area"},
           "permissions": {"raise": "manager | mentor->manager"}},
         "group": {"relations": {"member": "user | service_account | group#member", "owner": "service_account", "parent": "area"},
           "permissions": {"lead": "(owner & member) | member->manager"}},
         "service_account": {"relations": {"manager": "service_account"}},
         "doc": {"relations": {"submitter": "user | service_account | group#member",
             "blocked": "user | service_account", "reader": "service_account"},
           "permissions": {"approve": "submitter->manager | (reader - blocked->manager)"}},
         "area": {"relations": {"keeper": "user | service_account | group#member"}},
         "site": {"relations": {"keeper": "user | service_account | group#member", "area": "area", "parent": "area",
             "guest": "service_account:*",
             "seen": "service_account",
             "banned": "user | service_account"},
           "permissions": {"can_close": "(keeper | area->keeper | guest) - banned"}}}}
      """;

  /** Says nothing of the members of groups, and follows them nevertheless. */
  static final String YARD =
      """
      {"schema": "iam.manifest.v2", "app": {"key": "yard", "name": "Yard"},
       "permissions": [{"key": "deed.sign", "risk": "high", "resource": "deed", "relation": "sign"}],
       "types": {"group": {"relations": {"lead": "user"}},
         "crew": {"relations": {"member": "user"}},
         "deed": {"relations": {"team": "group | crew"}, "permissions": {"sign": "team->member"}}}}
      """;

  /** Members of a group have on it what everyone has on themselves. */
  static final String CLUB =
      """
      {"schema": "iam.manifest.v2", "app": {"key": "club", "name": "Club"},
       "permissions": [{"key": "party.attend", "risk": "high", "resource": "group", "relation": "attend"}],
       "types": {"user": {"permissions": {"me": "self"}},
         "service_account": {"permissions": {"me": "self"}},
         "group": {"relations": {"member": "user | service_account | group#member"},
           "permissions": {"attend": "member->me"}}}}
      """;

  final TestPlatform platform;
  final Changes changes;
  final GrantService grants;
  final GroupService groups;
  final RoleService roles;
  final UserService users;
  final AccountClients accounts;
  final RelationService relations;
  final ManifestService manifests;
  final ManifestInstaller installer;
  final DecisionService decisions;
  private final ObjectMapper mapper = new ObjectMapper();

  PowerWorld(
      TestPlatform platform,
      Changes changes,
      GrantService grants,
      GroupService groups,
      RoleService roles,
      UserService users,
      AccountClients accounts,
      RelationService relations,
      ManifestService manifests,
      ManifestInstaller installer,
      DecisionService decisions) {
    this.platform = platform;
    this.changes = changes;
    this.grants = grants;
    this.groups = groups;
    this.roles = roles;
    this.users = users;
    this.accounts = accounts;
    this.relations = relations;
    this.manifests = manifests;
    this.installer = installer;
    this.decisions = decisions;
  }

  OrganizationId tenant() {
    OrganizationId tenant = platform.tenant().id();
    installer.apply(platform.command(), tenant, manifest("Shop", "", ""));
    return tenant;
  }

  Manifest manifest(String name, String extra, String includes) {
    return manifest(
        SHOP.replace("NAME", name).replace("EXTRA", extra).replace("INCLUDES", includes));
  }

  Manifest manifest(String text) {
    try {
      return SubmittedManifest.parse(mapper.readTree(text));
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  void operator(OrganizationId tenant, Consumer<Recording> body) {
    changes.record(
        Change.policy(
            platform.command(),
            tenant,
            recording -> {
              body.accept(recording);
              return true;
            }));
  }

  PolicySnapshot snapshot(OrganizationId tenant) {
    long version = changes.version(tenant).orElseThrow();
    return Objects.requireNonNull(decisions.policy(tenant, version).policy()).snapshot();
  }

  SubjectRef account(Recording recording, String name) {
    return accounts
        .create(
            recording,
            new CreateServiceAccountRequest(name, null, null, null, null, null, Map.of()))
        .account()
        .subject();
  }

  void rotate(Recording recording, SubjectRef account, boolean atOnce) {
    accounts.rotate(
        recording, account.id(), new RotateSecretRequest(atOnce ? "PT0S" : "PT1H", null), null);
  }

  void attributes(Recording recording, SubjectRef account, boolean trusted) {
    accounts.update(
        recording,
        account.id(),
        ofAccount(present ->
            new UpdateServiceAccountRequest(
                present.name(), present.status(), null, null, null, Map.of("trusted", trusted))),
        null);
  }

  /** Sets attributes of a user or a group. */
  void attributes(Recording recording, SubjectRef thing, Map<String, Object> attributes) {
    if (thing.type().equals(SubjectRef.GROUP)) {
      groups.update(recording, GroupId.parse(thing.id()).orElseThrow(), "G", attributes);
    } else {
      users.update(recording, UserId.parse(thing.id()).orElseThrow(), "U", attributes);
    }
  }

  /** Suspends or reactivates an account. */
  void status(Recording recording, SubjectRef account, boolean active) {
    accounts.update(
        recording,
        account.id(),
        ofAccount(present ->
            new UpdateServiceAccountRequest(
                present.name(),
                active ? ServiceAccount.Status.ACTIVE : ServiceAccount.Status.SUSPENDED,
                null,
                null,
                null,
                present.attributes())),
        null);
  }

  /** A patch that leaves the client as it is. */
  private static Patch<UpdateServiceAccountRequest> ofAccount(
      UnaryOperator<UpdateServiceAccountRequest> change) {
    return new Patch<>() {
      @Override
      public UpdateServiceAccountRequest onto(UpdateServiceAccountRequest present) {
        return change.apply(present);
      }

      @Override
      public boolean names(String member) {
        return false;
      }
    };
  }

  static Role role(
      Role before, List<String> permissions, List<String> includes, boolean privileged) {
    return new Role(
        before.key(),
        before.application(),
        before.label(),
        permissions,
        includes,
        privileged,
        before.breakGlass(),
        before.selfRequestable(),
        before.request(),
        before.status(),
        before.revision());
  }

  SubjectRef user(Recording recording) {
    return users
        .create(recording, CreateUserRequest.of(UUID.randomUUID().toString(), "U", Map.of()))
        .subject();
  }

  SubjectRef group(Recording recording, String key) {
    return groups.create(recording, new CreateGroupRequest(key, key, null, null, null)).subject();
  }

  void role(Recording recording, String key, String... permissions) {
    roles.create(recording, CreateRoleRequest.of(key, key, List.of(permissions), List.of(), false));
  }

  static NewGrant.Builder privilege(SubjectRef subject, String key) {
    boolean role = key.startsWith("role ");
    return role ? NewGrant.role(subject, key.substring(5)) : NewGrant.permission(subject, key);
  }
}
