package io.iamplane.change;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.catalog.manifest.ManifestInstaller;
import io.iamplane.database.HeldWrites;
import io.iamplane.directory.account.ServiceAccountService;
import io.iamplane.directory.group.CreateGroupRequest;
import io.iamplane.directory.group.GroupId;
import io.iamplane.directory.group.GroupService;
import io.iamplane.directory.object.ObjectService;
import io.iamplane.directory.organization.Organization;
import io.iamplane.directory.user.CreateUserRequest;
import io.iamplane.directory.user.User;
import io.iamplane.directory.user.UserId;
import io.iamplane.directory.user.UserService;
import io.iamplane.grant.GrantId;
import io.iamplane.grant.GrantService;
import io.iamplane.grant.NewGrant;
import io.iamplane.grant.relation.NewRelation;
import io.iamplane.grant.relation.RelationService;
import io.iamplane.shared.Caller;
import io.iamplane.shared.SubjectRef;
import io.iamplane.testing.Manifests;
import io.iamplane.testing.TestDatabase;
import io.iamplane.testing.TestPlatform;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Limits the round trips under a tenant's lock: its other writers wait for each of them. */
@QuarkusTest
class RoundTripsDbTest {

  private static final int TRIES = 5;
  private static final int GROUP = 40;

  @Inject Changes changes;
  @Inject GroupedChanges grouped;
  @Inject HeldWrites combined;
  @Inject UserService users;
  @Inject GrantService grants;
  @Inject RelationService relations;
  @Inject GroupService groups;
  @Inject ServiceAccountService accounts;
  @Inject ObjectService objects;
  @Inject ManifestInstaller manifests;
  @Inject TestPlatform platform;

  private final List<SubjectRef> subjects = new ArrayList<>();
  private final List<GrantId> granted = new ArrayList<>();
  private GroupId group;
  private Caller caller;

  @Test
  void loneUser() {
    assertThat(lone(this::user)).isLessThanOrEqualTo(2);
  }

  @Test
  void loneGrant() {
    assertThat(lone(this::grant)).isLessThanOrEqualTo(2);
  }

  @Test
  void loneRelation() {
    assertThat(lone(this::relation)).isLessThanOrEqualTo(2);
  }

  /** Changes that need an answer of the database, or rows of others, take more. */
  @ParameterizedTest
  @CsvSource({
    "RENAME_USER, 6",
    "SUSPEND_USER, 9",
    "CREATE_GROUP, 7",
    "ADD_MEMBER, 11",
    "REVOKE_GRANT, 8",
    "DELETE_RELATION, 7",
    "CREATE_ACCOUNT, 5",
    "CREATE_OBJECT, 6"
  })
  void loneOther(Other other, int most) {
    Organization tenant = prepared();
    record(tenant, recording -> group = groups.create(recording, newGroup("team")).id());
    for (int i = 0; i < TRIES; i++) {
      int number = i;
      record(tenant, relation(number));
      record(tenant, recording -> granted.add(granted(recording, number)));
    }
    assertThat(loneOther(tenant, number -> other(other, number))).isLessThanOrEqualTo(most);
  }

  @Test
  void userInAGroup() throws Exception {
    assertThat(each(this::user)).isLessThanOrEqualTo(0.2);
  }

  @Test
  void grantInAGroup() throws Exception {
    assertThat(each(this::grant)).isLessThanOrEqualTo(0.2);
  }

  @Test
  void relationInAGroup() throws Exception {
    assertThat(each(this::relation)).isLessThanOrEqualTo(0.2);
  }

  enum Other {
    RENAME_USER,
    SUSPEND_USER,
    CREATE_GROUP,
    ADD_MEMBER,
    REVOKE_GRANT,
    DELETE_RELATION,
    CREATE_ACCOUNT,
    CREATE_OBJECT
  }

  private Function<Recording, ?> other(Other other, int number) {
    SubjectRef subject = subjects.get(number);
    UserId user = UserId.parse(subject.id()).orElseThrow();
    return recording ->
        switch (other) {
          case RENAME_USER -> users.update(recording, user, "Other " + number, Map.of());
          case SUSPEND_USER -> users.setStatus(recording, user, User.Status.SUSPENDED, null);
          case CREATE_GROUP -> groups.create(recording, newGroup("group-" + number));
          case ADD_MEMBER -> groups.addMember(recording, group, subject, null);
          case REVOKE_GRANT -> grants.revoke(recording, granted.get(number), null);
          case DELETE_RELATION -> relations.delete(recording, List.of(viewer(number)));
          case CREATE_ACCOUNT -> accounts.create(recording, "Account " + number);
          case CREATE_OBJECT -> objects.put(recording, doc("new-" + number), null, Map.of());
        };
  }

  private static CreateGroupRequest newGroup(String key) {
    return new CreateGroupRequest(key, "Group", null, null, null);
  }

  private static SubjectRef doc(String id) {
    return new SubjectRef("doc", id);
  }

  private NewRelation viewer(int number) {
    return NewRelation.of(subjects.get(number), null, "viewer", doc(Integer.toString(number)));
  }

  /** Makes the change with a number. */
  private interface Kind extends Function<Integer, Function<Recording, ?>> {}

  private Function<Recording, ?> user(int number) {
    return recording ->
        users.createAtEnd(
            recording, CreateUserRequest.of("user-" + number, "User " + number, Map.of()));
  }

  private Function<Recording, ?> grant(int number) {
    return recording -> granted(recording, number);
  }

  private GrantId granted(Recording recording, int number) {
    return grants
        .create(recording, NewGrant.role(subjects.get(number), "docs:reader").build())
        .id();
  }

  private Function<Recording, ?> relation(int number) {
    return recording -> relations.write(recording, List.of(viewer(number)));
  }

  /** The fewest of some tries: one-time work, such as a load of the policy, does not count. */
  private int lone(Kind kind) {
    return lone(prepared(), kind);
  }

  private int lone(Organization tenant, Kind kind) {
    // What failed a moment ago elsewhere is not remembered here.
    Changes door = grouped.writtenBy(combined.once(0), GROUP, 2);
    return IntStream.range(0, TRIES)
        .map(i ->
            TestDatabase.proxy()
                .roundTrips(() ->
                    door.record(Change.policyOverFacts(caller, tenant.id(), kind.apply(i)::apply))))
        .min()
        .orElseThrow();
  }

  private int loneOther(Organization tenant, Kind kind) {
    return IntStream.range(0, TRIES)
        .map(i -> TestDatabase.proxy().roundTrips(() -> record(tenant, kind.apply(i))))
        .min()
        .orElseThrow();
  }

  private double each(Kind kind) {
    Organization tenant = prepared();
    List<Function<Recording, ?>> bodies = new ArrayList<>();
    for (int i = 0; i < GROUP; i++) {
      bodies.add(kind.apply(i));
    }
    int all =
        TestDatabase.proxy()
            .roundTrips(() -> {
              try {
                grouped.together(caller, tenant.id(), GROUP, bodies);
              } catch (InterruptedException e) {
                throw new IllegalStateException(e);
              }
            });
    return all / (double) GROUP;
  }

  private Organization prepared() {
    Organization tenant = platform.tenant();
    caller = platform.caller(tenant, platform.administrator(tenant));
    manifests.apply(
        platform.command(),
        tenant.id(),
        Manifests.parse(
            """
            {"schema": "iam.manifest.v2", "app": {"key": "docs", "name": "Docs"},
             "permissions": [{"key": "page.read"}],
             "roles": [{"key": "reader", "permissions": ["page.read"]}],
             "types": {"doc": {"relations": {"viewer": "user"}}}}
            """));
    for (int i = 0; i < GROUP; i++) {
      CreateUserRequest subject = CreateUserRequest.of("subject-" + i, "Subject", Map.of());
      record(tenant, recording -> subjects.add(users.createAtEnd(recording, subject).subject()));
    }
    return tenant;
  }

  private void record(Organization tenant, Function<Recording, ?> body) {
    changes.record(Change.policy(caller, tenant.id(), body::apply));
  }
}
