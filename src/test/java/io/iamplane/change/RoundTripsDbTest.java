package io.iamplane.change;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.catalog.controlplane.ControlPlane;
import io.iamplane.directory.organization.Organization;
import io.iamplane.directory.user.NewUser;
import io.iamplane.directory.user.User;
import io.iamplane.directory.user.UserService;
import io.iamplane.grant.GrantService;
import io.iamplane.grant.NewGrant;
import io.iamplane.shared.Caller;
import io.iamplane.shared.SubjectRef;
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
  @Inject UserService users;
  @Inject GrantService grants;
  @Inject TestPlatform platform;

  private final List<SubjectRef> subjects = new ArrayList<>();

  @Test
  void loneUser() {
    assertThat(lone(this::user)).isLessThanOrEqualTo(5);
  }

  @Test
  void loneGrant() {
    assertThat(lone(this::grant)).isLessThanOrEqualTo(6);
  }

  @Test
  void userInAGroup() throws Exception {
    assertThat(each(this::user)).isLessThanOrEqualTo(1.6);
  }

  @Test
  void grantInAGroup() throws Exception {
    assertThat(each(this::grant)).isLessThanOrEqualTo(2.5);
  }

  /** Makes the change with a number. */
  private interface Kind extends Function<Integer, Function<Recording, ?>> {}

  private Function<Recording, ?> user(int number) {
    return recording ->
        users.create(recording, NewUser.of("user-" + number, "User " + number, Map.of()));
  }

  private Function<Recording, ?> grant(int number) {
    return recording ->
        grants.create(
            recording, NewGrant.role(subjects.get(number), ControlPlane.ADMINISTRATOR).build());
  }

  /** The fewest of some tries: what happens once, such as a load of the policy, does not count. */
  private int lone(Kind kind) {
    Organization tenant = prepared();
    Caller caller = platform.command();
    return IntStream.range(0, TRIES)
        .map(i ->
            TestDatabase.proxy()
                .roundTrips(
                    () -> changes.record(Change.policy(caller, tenant.id(), kind.apply(i)::apply))))
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
                grouped.together(platform.command(), tenant.id(), GROUP, bodies);
              } catch (InterruptedException e) {
                throw new IllegalStateException(e);
              }
            });
    return all / (double) GROUP;
  }

  private Organization prepared() {
    Organization tenant = platform.tenant();
    for (int i = 0; i < GROUP; i++) {
      NewUser subject = NewUser.of("subject-" + i, "Subject", Map.of());
      User made =
          changes.record(
              Change.policy(
                  platform.command(), tenant.id(), recording -> users.create(recording, subject)));
      subjects.add(made.subject());
    }
    return tenant;
  }
}
