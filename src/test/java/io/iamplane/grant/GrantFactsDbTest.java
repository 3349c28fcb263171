package io.iamplane.grant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.iamplane.catalog.controlplane.ControlPlane;
import io.iamplane.catalog.manifest.ManifestInstaller;
import io.iamplane.change.Change;
import io.iamplane.change.Changes;
import io.iamplane.change.Recording;
import io.iamplane.database.MemoryTransaction;
import io.iamplane.decision.DecisionService;
import io.iamplane.directory.client.IssuedClient;
import io.iamplane.directory.group.CreateGroupRequest;
import io.iamplane.directory.group.Group;
import io.iamplane.directory.group.GroupService;
import io.iamplane.directory.organization.Organization;
import io.iamplane.directory.user.CreateUserRequest;
import io.iamplane.directory.user.User;
import io.iamplane.directory.user.UserService;
import io.iamplane.grant.GrantFactsQuery.GrantFacts;
import io.iamplane.shared.Caller;
import io.iamplane.shared.SubjectRef;
import io.iamplane.testing.Manifests;
import io.iamplane.testing.TestDatabase;
import io.iamplane.testing.TestPlatform;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Checks of a grant read the same from memory and from the tables. */
@QuarkusTest
class GrantFactsDbTest {

  private static final String SHOP =
      """
      {"schema": "iam.manifest.v2", "app": {"key": "shop", "name": "Shop"},
       "permissions": [{"key": "item.read"}%s],
       "roles": [{"key": "reader", "permissions": ["item.read"]}%s],
       "attributes": {"context": {"quantity": "int"}}}
      """;

  @Inject GrantFactsQuery facts;
  @Inject TestPlatform platform;
  @Inject ManifestInstaller manifests;
  @Inject UserService users;
  @Inject GroupService groups;
  @Inject Changes changes;
  @Inject DecisionService decisions;

  private Organization tenant;
  private Caller caller;
  private final List<SubjectRef> names = new ArrayList<>();

  @BeforeEach
  void aTenantWithAllKindsOfEntries() {
    tenant = platform.tenant();
    IssuedClient administrator = platform.administrator(tenant);
    caller = platform.caller(tenant, administrator);
    // What a later manifest leaves out is deprecated.
    manifest(
        ", {\"key\": \"item.write\"}", ", {\"key\": \"writer\", \"permissions\": [\"item.read\"]}");
    manifest("", "");
    User ann = user("ann");
    User gone = user("gone");
    // An id takes precedence over an external id of the same text.
    user(ann.id().toString());
    change(recording -> users.setStatus(recording, gone.id(), User.Status.SUSPENDED, null));
    name(SubjectRef.USER, "ann", "gone", "absent", "*", ann.id().toString());
    name(SubjectRef.USER, ann.id().toString().toUpperCase(Locale.ROOT));
    name(SubjectRef.GROUP, "ann", "*");
    name(SubjectRef.SERVICE_ACCOUNT, platform.subject(administrator).id(), "ann");
    name("site", "berlin", "*");
  }

  @Test
  void subjectsAndResources() {
    for (SubjectRef name : names) {
      same(NewGrant.role(name, ControlPlane.ADMINISTRATOR).on(name).build());
    }
  }

  @Test
  void privileges() {
    SubjectRef ann = names.getFirst();
    for (String role :
        List.of("shop:reader", "shop:writer", "shop:none", "reader", "administrator")) {
      same(NewGrant.role(ann, role).build());
      same(NewGrant.role(ann, "iam:" + role).build());
    }
    for (String permission :
        List.of(
            "shop:item.read",
            "shop:item.write",
            "shop:none",
            "iam:users.read",
            "iam:organizations.create",
            "iam:none")) {
      same(NewGrant.permission(ann, permission).build());
    }
    same(NewGrant.role(ann, ControlPlane.ADMINISTRATOR).build());
  }

  @Test
  void applicationsAndTheirConditions() {
    SubjectRef ann = names.getFirst();
    for (String application : List.of("shop", "iam", "none")) {
      same(
          NewGrant.role(ann, "shop:reader")
              .within(application)
              .when("context.quantity < 3")
              .build());
    }
    same(NewGrant.role(ann, "shop:reader").when("context.quantity < 3").build());
  }

  @Test
  void thePlatformHasPermissionsOfItsOwn() {
    tenant = platform.platform();
    caller = platform.caller(tenant, platform.administrator(tenant));
    SubjectRef administrator = caller.subject();
    for (String permission : List.of("iam:organizations.manage", "iam:users.read", "iam:none")) {
      same(NewGrant.permission(administrator, permission).build());
    }
  }

  @Test
  void groupsThoseThatAreGoneIncluded() {
    Group group = group("staff");
    Group gone = group("old");
    change(recording -> groups.revoke(recording, gone.id(), null));
    for (String name :
        List.of("staff", "ext-staff", "ext-old", group.id().toString(), gone.id().toString())) {
      same(NewGrant.role(new SubjectRef(SubjectRef.GROUP, name), "shop:reader").build());
    }
  }

  @Test
  void theTablesAreAskedInATransaction() {
    NewGrant request = NewGrant.role(names.getFirst(), "shop:reader").build();
    // A process that stood still for a moment asks the tables until it has looked for changes
    // again.
    await()
        .untilAsserted(() ->
            assertThat(
                    trips(
                        caller,
                        recording ->
                            new MemoryTransaction(true)
                                .call(() -> facts.before(recording, request))))
                .isZero());
    assertThat(trips(caller, recording -> facts.before(recording, request))).isPositive();
    assertThat(trips(platform.command(), recording -> facts.before(recording, request)))
        .isPositive();
    change(recording -> {
      users.create(recording, CreateUserRequest.of("new", "New", Map.of()));
      NewGrant ofNew = NewGrant.role(new SubjectRef(SubjectRef.USER, "new"), "shop:reader").build();
      assertThat(facts.before(recording, ofNew).known()).hasSize(1);
    });
  }

  @Test
  void whatChangesBeforeInTheTransactionDidCounts() {
    NewGrant request =
        NewGrant.role(new SubjectRef(SubjectRef.USER, "late"), "shop:reader").build();
    change(outer -> {
      user("late");
      change(recording -> assertThat(facts.before(recording, request).known()).hasSize(1));
    });
  }

  private void same(NewGrant request) {
    decisions.policy(tenant.id(), 0); // loads it
    change(recording -> {
      GrantFacts fromMemory =
          new MemoryTransaction(true).call(() -> facts.before(recording, request));
      GrantFacts fromTables = facts.of(tenant.id(), request);
      assertThat(fromMemory.hasApplication())
          .as("%s", request)
          .isEqualTo(fromTables.hasApplication());
      assertThat(fromMemory.hasPrivilege()).as("%s", request).isEqualTo(fromTables.hasPrivilege());
      assertThat(fromMemory.known()).as("%s", request).isEqualTo(fromTables.known());
      if (request.condition() != null) {
        assertThat(fromMemory.schema()).as("%s", request).isEqualTo(fromTables.schema());
      }
    });
  }

  private int trips(Caller by, Consumer<Recording> asking) {
    AtomicReference<Integer> trips = new AtomicReference<>();
    changes.record(
        Change.policy(
            by,
            tenant.id(),
            recording -> {
              asking.accept(recording); // which may load the policy
              trips.set(TestDatabase.proxy().roundTrips(() -> asking.accept(recording)));
              return true;
            }));
    return trips.get();
  }

  private void change(Consumer<Recording> doing) {
    changes.record(
        Change.policy(
            caller,
            tenant.id(),
            recording -> {
              doing.accept(recording);
              return true;
            }));
  }

  private Group group(String key) {
    return changes.record(
        Change.policy(
            caller,
            tenant.id(),
            recording ->
                groups.create(
                    recording, new CreateGroupRequest(key, "Group", null, "ext-" + key, null))));
  }

  private User user(String externalId) {
    return changes.record(
        Change.policy(
            caller,
            tenant.id(),
            recording ->
                users.create(recording, CreateUserRequest.of(externalId, "Name", Map.of()))));
  }

  private void manifest(String permissions, String roles) {
    manifests.apply(
        platform.command(), tenant.id(), Manifests.parse(SHOP.formatted(permissions, roles)));
  }

  private void name(String type, String... ids) {
    for (String id : ids) {
      names.add(new SubjectRef(type, id));
    }
  }
}
