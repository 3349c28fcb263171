package io.iamplane.change;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.iamplane.chain.EventType;
import io.iamplane.change.ExpectedTenants.Expected;
import io.iamplane.database.HeldWrites;
import io.iamplane.directory.organization.Organization;
import io.iamplane.directory.user.CreateUserRequest;
import io.iamplane.directory.user.UserService;
import io.iamplane.shared.ErrorCode;
import io.iamplane.shared.IamException;
import io.iamplane.testing.Rows;
import io.iamplane.testing.TestDatabase;
import io.iamplane.testing.TestPlatform;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A change starts from the state that earlier changes left, before they are committed: nothing is
 * written or answered on the basis of a state that did not come about.
 */
@QuarkusTest
class ExpectedChangesDbTest {

  private static final String LOCK = "SELECT version FROM iam_policy_versions";
  private static final String SEALING = "INSERT INTO iam_audit_records";
  private static final int SECONDS = 20;
  private static final int ALL = 64;

  private record Note(int number) {}

  @Inject GroupedChanges grouped;
  @Inject HeldWrites combined;
  @Inject ExpectedTenants expected;
  @Inject UserService users;
  @Inject TestPlatform platform;
  @Inject WholeSpine spine;

  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final CountDownLatch held = new CountDownLatch(1);
  private final CountDownLatch goOn = new CountDownLatch(1);
  private final AtomicInteger runs = new AtomicInteger();
  private Changes changes;
  private Organization tenant;

  @BeforeEach
  void aTenantThatIsKnown() {
    tenant = platform.tenant();
    changes = grouped.writtenBy(combined.once(0), ALL, 2);
    record(note(0));
  }

  @AfterEach
  void repair() {
    goOn.countDown();
    TestDatabase.proxy().cutNothing();
    threads.shutdownNow();
  }

  @Test
  void theNextBatchBeginsWhileTheOneBeforeIsWritten() throws Exception {
    hold(false);
    Future<?> first = begin(note(1));
    assertThat(held.await(SECONDS, TimeUnit.SECONDS)).isTrue();
    CountDownLatch ran = new CountDownLatch(1);
    List<Long> versions = new ArrayList<>();
    Future<?> second =
        begin(recording -> {
          versions.add(recording.version());
          ran.countDown();
          return note(2).apply(recording);
        });
    assertThat(ran.await(SECONDS, TimeUnit.SECONDS)).as("it did not wait").isTrue();
    assertThat(first.isDone()).isFalse();
    goOn.countDown();
    first.get(SECONDS, TimeUnit.SECONDS);
    second.get(SECONDS, TimeUnit.SECONDS);
    assertThat(versions).as("after the new tenant, and two changes").containsExactly(3L);
    spine.assertWhole(tenant, 3);
  }

  /** Also where it writes at once, which waits, and where another process comes in between. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void whatRestsOnALostBatchIsDoneAgain(boolean writes) throws Exception {
    hold(true);
    Future<?> first = begin(note(1));
    assertThat(held.await(SECONDS, TimeUnit.SECONDS)).isTrue();
    CountDownLatch ran = new CountDownLatch(1);
    Future<?> second =
        begin(
            counted(recording -> {
              ran.countDown();
              return writes ? user("second").apply(recording) : note(2).apply(recording);
            }));
    assertThat(ran.await(SECONDS, TimeUnit.SECONDS)).isTrue();
    goOn.countDown();
    assertThatThrownBy(() -> first.get(SECONDS, TimeUnit.SECONDS))
        .isInstanceOf(ExecutionException.class)
        .cause()
        .isInstanceOfSatisfying(
            IamException.class,
            e -> assertThat(e.members()).containsEntry("outcome", "not_applied"));
    second.get(SECONDS, TimeUnit.SECONDS);
    assertThat(runs).hasValue(2);
    spine.assertWhole(tenant, 2);
    assertThat(expected.of(tenant.id())).as("it is known why it was wrong").isPresent();
  }

  @Test
  void aChangeThatAnotherProcessCameBeforeIsDoneAgain() {
    missAChange();
    record(counted(note(2)));
    assertThat(runs).hasValue(2);
    spine.assertWhole(tenant, 3);
    assertThat(expected.of(tenant.id())).as("it was wrong a short time ago").isEmpty();
  }

  @Test
  void aRefusalThatRestsOnWhatIsNotSoIsNotAnswered() {
    missAChange();
    record(
        counted(recording -> {
          if (runs.get() == 1) {
            throw IamException.conflict("as it seemed");
          }
          return note(2).apply(recording);
        }));
    assertThat(runs).hasValue(2);
    spine.assertWhole(tenant, 3);
  }

  @Test
  void aRefusalIsAnsweredUnderTheLock() throws Exception {
    Function<Recording, Object> refusing =
        counted(_ -> {
          throw IamException.conflict("so it is");
        });
    List<String> statements =
        StatementWatch.statementsOf(() ->
            assertThatThrownBy(() -> record(refusing))
                .isInstanceOfSatisfying(
                    IamException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CONFLICT)));
    assertThat(runs).hasValue(2);
    assertThat(statements).anyMatch(statement -> statement.contains(LOCK));
    spine.assertWhole(tenant, 1);
  }

  @Test
  void aRefusalIsNotAnsweredWhenTheLockIsNotHad() {
    TestDatabase.proxy().cutBefore(statement -> statement.contains(LOCK));
    assertThatThrownBy(() ->
            record(_ -> {
              throw IamException.conflict("as it seems");
            }))
        .isInstanceOfSatisfying(
            IamException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.DEPENDENCY_UNAVAILABLE));
    TestDatabase.proxy().cutNothing();
    record(note(1));
    spine.assertWhole(tenant, 2);
  }

  @Test
  void changesOfABatchThatIsDoneAgainEachGetTheirAnswer() throws Exception {
    missAChange();
    List<Function<Recording, ?>> bodies = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      bodies.add(i % 2 == 0 ? note(i) : user("user-" + i));
    }
    bodies.add(_ -> {
      throw IamException.conflict("no");
    });
    List<GroupedChanges.Outcome> outcomes =
        grouped.together(platform.command(), tenant.id(), ALL, bodies);
    assertThat(outcomes.subList(0, 6)).allMatch(outcome -> outcome.failure() == null);
    assertThat(outcomes.getLast().failure()).hasMessageContaining("no");
    spine.assertWhole(tenant, 8);
  }

  @Test
  void aBatchThatGetsTheLockTooLateIsDoneAgain() throws Exception {
    List<Function<Recording, ?>> bodies = new ArrayList<>();
    for (int i = 1; i <= 4; i++) {
      bodies.add(counted(note(i)));
    }
    Future<List<GroupedChanges.Outcome>> outcomes;
    try (Connection other = lockedElsewhere()) {
      outcomes =
          threads.submit(() -> grouped.together(platform.command(), tenant.id(), ALL, bodies));
      await().atMost(Duration.ofSeconds(SECONDS)).until(() -> waitingToLookUpTheVersion() > 0);
      other.rollback();
    }
    assertThat(outcomes.get(SECONDS, TimeUnit.SECONDS))
        .allMatch(outcome -> outcome.failure() == null);
    assertThat(runs).as("each twice").hasValue(8);
    spine.assertWhole(tenant, 5);
  }

  /** Until another process is heard of no more, the tenant is locked first. */
  @Test
  void aTenantThatIsDoubtedIsLockedFirstAndWhatWaitsCommitsTogether() throws Exception {
    missAChange();
    record(note(2));
    assertThat(expected.of(tenant.id())).isEmpty();
    List<Function<Recording, ?>> bodies = new ArrayList<>();
    for (int i = 3; i < 9; i++) {
      bodies.add(counted(note(i)));
    }
    List<String> statements =
        StatementWatch.statementsOf(() ->
            assertThat(grouped.together(platform.command(), tenant.id(), ALL, bodies))
                .allMatch(outcome -> outcome.failure() == null));
    assertThat(runs).as("each once").hasValue(6);
    assertThat(statements).filteredOn(statement -> statement.contains(LOCK)).hasSize(1);
    assertThat(statements).filteredOn(statement -> statement.contains(SEALING)).hasSize(1);
    spine.assertWhole(tenant, 9);
  }

  private Connection lockedElsewhere() throws SQLException {
    Connection other =
        DriverManager.getConnection(TestDatabase.directUrl(), "postgres", "postgres");
    other.setAutoCommit(false);
    try (Statement statement = other.createStatement()) {
      statement.execute(
          "SELECT version FROM iam_policy_versions WHERE organization_id = '%s' FOR UPDATE"
              .formatted(tenant.id().value()));
    }
    return other;
  }

  private int waitingToLookUpTheVersion() throws SQLException {
    return Rows.texts(
            "SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
                + " AND query LIKE 'SELECT version FROM iam_policy_versions%'")
        .size();
  }

  /** Another process makes a change that this one does not hear of. */
  private void missAChange() {
    Expected before = expected.of(tenant.id()).orElseThrow();
    record(user("missed"));
    expected.expect(tenant.id(), unheard(before));
  }

  /** Holds up the sealing of the next change; its connection breaks then, and each it tries. */
  private void hold(boolean breaks) {
    AtomicInteger sealings = new AtomicInteger();
    TestDatabase.proxy()
        .cutBefore(statement -> {
          if (!statement.contains(SEALING)) {
            return false;
          }
          int before = sealings.getAndIncrement();
          return before == 0 ? hasGoneOn() && breaks : before == 1 && breaks;
        });
  }

  private boolean hasGoneOn() {
    held.countDown();
    try {
      return goOn.await(SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private Future<?> begin(Function<Recording, ?> body) {
    return threads.submit((Callable<Object>) () -> record(body));
  }

  private Object record(Function<Recording, ?> body) {
    return changes.record(Change.policyOverFacts(platform.command(), tenant.id(), body::apply));
  }

  private Function<Recording, Object> counted(Function<Recording, ?> body) {
    return recording -> {
      runs.incrementAndGet();
      return body.apply(recording);
    };
  }

  /** The same, without what this process knows of the changes since. */
  private static Expected unheard(Expected before) {
    return Expected.of(
        before.version(), before.head(), before.policy(), before.since(), before.changes());
  }

  /** Needs nothing of the database. */
  private static Function<Recording, Object> note(int number) {
    return recording ->
        recording.add(
            Effect.created(
                EventType.RELATION_WRITTEN, "note", Integer.toString(number), new Note(number)));
  }

  /** Writes at once. */
  private Function<Recording, Object> user(String key) {
    return recording -> users.create(recording, CreateUserRequest.of(key, "User", Map.of()));
  }
}
