package io.iamplane.change;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.catalog.manifest.ManifestInstaller;
import io.iamplane.database.HeldWrites;
import io.iamplane.directory.organization.Organization;
import io.iamplane.directory.user.NewUser;
import io.iamplane.directory.user.User;
import io.iamplane.directory.user.UserService;
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

/** A tenant's writers wait for each round trip of the one who has the lock: how many there are. */
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
  @Inject ManifestInstaller manifests;
  @Inject TestPlatform platform;

  private final List<SubjectRef> subjects = new ArrayList<>();
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

  /** Makes the change with a number. */
  private interface Kind extends Function<Integer, Function<Recording, ?>> {}

  private Function<Recording, ?> user(int number) {
    return recording ->
        users.createAtEnd(recording, NewUser.of("user-" + number, "User " + number, Map.of()));
  }

  private Function<Recording, ?> grant(int number) {
    return recording ->
        grants.create(recording, NewGrant.role(subjects.get(number), "docs:reader").build());
  }

  private Function<Recording, ?> relation(int number) {
    return recording ->
        relations.write(
            recording,
            List.of(
                NewRelation.of(
                    subjects.get(number),
                    null,
                    "viewer",
                    new SubjectRef("doc", Integer.toString(number)))));
  }

  /** The fewest of some tries: what happens once, such as a load of the policy, does not count. */
  private int lone(Kind kind) {
    Organization tenant = prepared();
    // What failed a moment ago elsewhere is not remembered here.
    Changes door = grouped.writtenBy(combined.once(0), GROUP, 2);
    return IntStream.range(0, TRIES)
        .map(i ->
            TestDatabase.proxy()
                .roundTrips(
                    () -> door.record(Change.policy(caller, tenant.id(), kind.apply(i)::apply))))
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
      NewUser subject = NewUser.of("subject-" + i, "Subject", Map.of());
      User made =
          changes.record(
              Change.policy(
                  caller, tenant.id(), recording -> users.createAtEnd(recording, subject)));
      subjects.add(made.subject());
    }
    return tenant;
  }
}
