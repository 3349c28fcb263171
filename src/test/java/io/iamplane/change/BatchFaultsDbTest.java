package io.iamplane.change;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.change.GroupedChanges.Outcome;
import io.iamplane.directory.organization.Organization;
import io.iamplane.directory.user.CreateUserRequest;
import io.iamplane.directory.user.UserService;
import io.iamplane.shared.Caller;
import io.iamplane.shared.ErrorCode;
import io.iamplane.shared.IamException;
import io.iamplane.testing.TestDatabase;
import io.iamplane.testing.TestPlatform;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The connection breaks at each statement of changes that commit together: each caller gets the
 * true outcome, the rows are consistent, and listeners are told of each change once.
 */
@QuarkusTest
class BatchFaultsDbTest {

  private static final int ALL = 64;

  /** The number of evenly spaced statements of a full group at which the connection breaks. */
  private static final int POINTS = 5;

  private static final int LAST = 6;

  @Inject GroupedChanges grouped;
  @Inject UserService users;
  @Inject TestPlatform platform;
  @Inject WholeSpine spine;
  @Inject ToldChanges told;

  private Caller caller;

  @BeforeEach
  void aCaller() {
    caller = platform.command();
  }

  @AfterEach
  void repair() {
    TestDatabase.proxy().cutNothing();
    told.forget();
  }

  @ParameterizedTest(name = "groups of {0}")
  @CsvSource({"2, 3"})
  void connectionBreaksAtEachStatement(int groupSize, int changes) throws Exception {
    breaks(groupSize, changes, IntStream.range(0, statements(groupSize, changes).size()));
  }

  @ParameterizedTest(name = "groups of {0}")
  @CsvSource({"1, 3", "2, 4"})
  @Tag("ci")
  void connectionBreaksAtEachStatementOfMore(int groupSize, int changes) throws Exception {
    breaks(groupSize, changes, IntStream.range(0, statements(groupSize, changes).size()));
  }

  @Test
  void connectionBreaksWhereAFullBatchCommits() throws Exception {
    int commit = statements(ALL, ALL).indexOf("COMMIT");
    for (int at = commit - 1; at <= commit; at++) {
      assertThat(broken(ALL, ALL, at, true)).as("after statement %d", at).isTrue();
      assertThat(broken(ALL, ALL, at, false)).as("before statement %d", at).isTrue();
    }
  }

  @Test
  @Tag("ci")
  void connectionBreaksAtSomeStatementsOfAFullGroup() throws Exception {
    int statements = statements(ALL, ALL).size();
    breaks(
        ALL,
        ALL,
        IntStream.range(0, statements)
            .filter(at -> at % (statements / POINTS) == 0 || at >= statements - LAST));
  }

  @Test
  @Tag("stress")
  void connectionBreaksAtEachStatementOfAFullGroup() throws Exception {
    breaks(ALL, ALL, IntStream.range(0, statements(ALL, ALL).size()));
  }

  private List<String> statements(int groupSize, int changes) throws Exception {
    Organization tenant = platform.tenant();
    AtomicReference<List<Outcome>> outcomes = new AtomicReference<>();
    List<String> statements =
        StatementWatch.statementsOf(() -> outcomes.set(run(tenant, groupSize, changes)));
    assertTrue(tenant, changes, outcomes.get(), "nothing");
    assertThat(outcomes.get()).noneMatch(BatchFaultsDbTest::isLost);
    assertThat(statements).contains("COMMIT");
    return statements;
  }

  /** Later statements are missing from a run in which refused changes follow in other batches. */
  private void breaks(int groupSize, int changes, IntStream places) throws Exception {
    int broken = 0;
    int[] all = places.toArray();
    for (int at : all) {
      broken += broken(groupSize, changes, at, true) ? 1 : 0;
      broken += broken(groupSize, changes, at, false) ? 1 : 0;
    }
    assertThat(broken).isGreaterThan(all.length);
  }

  private boolean broken(int groupSize, int changes, int at, boolean afterwards) throws Exception {
    Organization tenant = platform.tenant();
    AtomicReference<String> broken = StatementWatch.cutAt(at, afterwards);
    List<Outcome> outcomes = run(tenant, groupSize, changes);
    TestDatabase.proxy().cutNothing();
    assertThat(outcomes.stream().filter(BatchFaultsDbTest::isLost))
        .as("%s is lost with its batch, and no other", broken)
        .hasSizeBetween(0, groupSize);
    assertTrue(tenant, changes, outcomes, Objects.requireNonNullElse(broken.get(), "nothing"));
    return broken.get() != null;
  }

  /** Every third change is refused when it has written. */
  private List<Outcome> run(Organization tenant, int groupSize, int changes) throws Exception {
    told.hear(tenant.id());
    List<Function<Recording, ?>> bodies = new ArrayList<>();
    for (int i = 0; i < changes; i++) {
      CreateUserRequest user = CreateUserRequest.of(key(i), "User", Map.of());
      bodies.add(
          isRefused(i)
              ? recording -> {
                users.createAtEnd(recording, user);
                throw IamException.conflict("no");
              }
              : recording -> users.createAtEnd(recording, user).externalId());
    }
    return grouped.together(caller, tenant.id(), groupSize, bodies);
  }

  private void assertTrue(Organization tenant, int changes, List<Outcome> outcomes, String broken) {
    List<String> there = spine.users(tenant);
    List<String> confirmed = new ArrayList<>();
    for (int i = 0; i < changes; i++) {
      assertTrue(i, outcomes.get(i), there.contains(key(i)), broken);
      if (outcomes.get(i).failure() == null) {
        confirmed.add(key(i));
      }
    }
    told.assertUsers(tenant.id(), confirmed, there);
    spine.assertWhole(tenant, there.size());
  }

  private static void assertTrue(int number, Outcome outcome, boolean isThere, String broken) {
    if (outcome.failure() == null) {
      assertThat(isThere).as("%d succeeded, %s", number, broken).isTrue();
      assertThat(isRefused(number)).isFalse();
      return;
    }
    assertThat(outcome.failure()).isInstanceOf(IamException.class);
    IamException refusal = (IamException) outcome.failure();
    if ("unknown".equals(refusal.members().get("outcome"))) {
      assertThat(broken).as("%d is unknown", number).isEqualTo("COMMIT");
      assertThat(isRefused(number)).isFalse();
    } else {
      assertThat(isThere).as("%d failed, %s", number, broken).isFalse();
      assertThat(isLost(outcome) || isRefused(number)).as("%d failed", number).isTrue();
    }
  }

  private static boolean isLost(Outcome outcome) {
    return outcome.failure() instanceof IamException refusal
        && refusal.code() == ErrorCode.DEPENDENCY_UNAVAILABLE;
  }

  private static boolean isRefused(int number) {
    return number % 3 == 2;
  }

  private static String key(int number) {
    return "user-" + number;
  }
}
