package io.iamplane.change;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.iamplane.change.GroupedChanges.Outcome;
import io.iamplane.change.GroupedChanges.Terms;
import io.iamplane.database.Sql;
import io.iamplane.directory.organization.Organization;
import io.iamplane.directory.user.NewUser;
import io.iamplane.directory.user.UserService;
import io.iamplane.shared.ErrorCode;
import io.iamplane.shared.IamException;
import io.iamplane.testing.Rows;
import io.iamplane.testing.TestPlatform;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import jakarta.transaction.Status;
import jakarta.transaction.SystemException;
import jakarta.transaction.Transaction;
import jakarta.transaction.TransactionManager;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * One change of a full group fails, times out, or loses its client: the others commit, and each
 * caller gets the true outcome.
 */
@QuarkusTest
class ChangePoisonsDbTest {

  private static final int ALL = 64;
  private static final int POISON = 20;

  @Inject GroupedChanges grouped;
  @Inject UserService users;
  @Inject TestPlatform platform;
  @Inject WholeSpine spine;
  @Inject TransactionManager manager;
  @Inject Sql sql;

  private Organization tenant;

  @BeforeEach
  void aTenant() {
    tenant = platform.tenant();
  }

  @Test
  void changeThatTakesLongerThanATransactionMayDisturbsNoOther() throws Exception {
    List<Outcome> outcomes = run(Terms.of(ALL).lasting(2), poison(this::awaitEndOfTransaction));
    assertOnlyPoisonFailed(outcomes);
    assertNotApplied(outcomes.get(POISON), ErrorCode.DEPENDENCY_UNAVAILABLE);
  }

  @Test
  void statementThatTakesLongerThanATransactionMayDisturbsNoOther() throws Exception {
    List<Outcome> outcomes =
        run(Terms.of(ALL).lasting(2), poison(() -> sql.list("SELECT pg_sleep(4)", row -> true)));
    assertOnlyPoisonFailed(outcomes);
    assertNotApplied(outcomes.get(POISON), ErrorCode.DEPENDENCY_UNAVAILABLE);
  }

  @Test
  void changeThatBreaksAConstraintDisturbsNoOther() throws Exception {
    List<Outcome> outcomes = run(Terms.of(ALL), poison(this::breakConstraint));
    assertOnlyPoisonFailed(outcomes);
    assertThat(outcomes.get(POISON).failure()).hasStackTraceContaining("not-null constraint");
  }

  @Test
  void changeWhosePostponedWriteFailsDisturbsNoOther() throws Exception {
    assertOnlyPoisonFailed(
        run(
            Terms.of(ALL),
            poison(() -> sql.updateLater(1, "UPDATE iam_users SET name = name WHERE false"))));
  }

  @Test
  void changeThatFailsForADefectDisturbsNoOther() throws Exception {
    List<Outcome> outcomes = run(Terms.of(ALL), poison(ChangePoisonsDbTest::fail));
    assertOnlyPoisonFailed(outcomes);
    assertThat(outcomes.get(POISON).failure()).hasMessage("a defect");
  }

  @Test
  void clientThatLeavesWhileItsChangeWaitsTakesItAlong() throws Exception {
    Terms terms =
        Terms.of(ALL)
            .whileAllWait(writers -> {
              writers.get(POISON).interrupt();
              await().until(() -> !writers.get(POISON).isAlive());
            });
    List<Outcome> outcomes = run(terms, poison(() -> {}));
    assertOnlyPoisonFailed(outcomes);
    assertNotApplied(outcomes.get(POISON), ErrorCode.CONFLICT);
  }

  @Test
  void clientThatLeavesWhileItsChangeIsCarriedOutEndsNoConnection() throws Exception {
    assertAllCommitted(run(Terms.of(ALL), poison(() -> Thread.currentThread().interrupt())));
  }

  @Test
  void clientThatLeavesBeforeItsGroupCommitsChangesNothing() throws Exception {
    AtomicReference<Thread> leaving = new AtomicReference<>();
    List<Function<Recording, ?>> bodies = bodies(poison(() -> leaving.set(Thread.currentThread())));
    Function<Recording, ?> last = bodies.removeLast();
    bodies.add(recording -> {
      leaving.get().interrupt();
      return last.apply(recording);
    });
    assertAllCommitted(grouped.together(platform.command(), tenant.id(), Terms.of(ALL), bodies));
  }

  @Test
  void changeWhoseGroupDoesNotEndIsAnsweredAllTheSame() throws Exception {
    CountDownLatch release = new CountDownLatch(1);
    List<Function<Recording, ?>> bodies = bodies(poison(() -> uninterrupted(release)));
    Terms terms = Terms.of(ALL).patient(Duration.ofSeconds(2));
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
        AutoCloseable _ = release::countDown) {
      List<Future<?>> futures =
          grouped.begun(threads, platform.command(), tenant.id(), terms, bodies);
      List<Outcome> outcomes = new ArrayList<>();
      for (Future<?> future : futures.subList(0, POISON)) {
        // Those after it are not begun, and wait in the line for as long as that lasts.
        outcomes.add(Outcome.of(future));
      }
      release.countDown();
      assertThat(outcomes).allSatisfy(outcome -> assertOutcome(outcome, "unknown"));
      for (Future<?> future : futures.subList(POISON, ALL)) {
        assertThat(Outcome.of(future).failure()).isNull();
      }
    }
    // Theirs were unknown, and became true.
    assertThat(spine.users(tenant)).hasSize(ALL);
    spine.assertWhole(tenant, ALL);
  }

  @Test
  void changeThatWritesWhatOthersLeftIsNotChargedWithTheirFailure() throws Exception {
    Rows.update("CREATE SEQUENCE once");
    Rows.update(
        "CREATE FUNCTION fails_once() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
            + " IF nextval('once') = 1 THEN RAISE EXCEPTION 'once'; END IF; RETURN NEW; END $$");
    Rows.update(
        "CREATE TRIGGER fails_once BEFORE INSERT ON iam_policy_changes FOR EACH ROW"
            + " WHEN (NEW.organization_id = '%s') EXECUTE FUNCTION fails_once()"
                .formatted(tenant.id()));
    try {
      assertAllCommitted(
          run(
              Terms.of(ALL),
              recording -> {
                grouped.writeOpen();
                return ok(POISON).apply(recording);
              }));
    } finally {
      Rows.update("DROP TRIGGER fails_once ON iam_policy_changes");
      Rows.update("DROP FUNCTION fails_once");
      Rows.update("DROP SEQUENCE once");
    }
  }

  private List<Outcome> run(Terms terms, Function<Recording, ?> poison) throws Exception {
    return grouped.together(platform.command(), tenant.id(), terms, bodies(poison));
  }

  private List<Function<Recording, ?>> bodies(Function<Recording, ?> poison) {
    List<Function<Recording, ?>> bodies = new ArrayList<>();
    for (int i = 0; i < ALL; i++) {
      bodies.add(i == POISON ? poison : ok(i));
    }
    return bodies;
  }

  private Function<Recording, String> ok(int number) {
    return recording ->
        users.create(recording, NewUser.of("user-" + number, "User", Map.of())).name();
  }

  /** Does harm when it has written. */
  private Function<Recording, String> poison(Runnable harm) {
    return recording -> {
      String name = ok(POISON).apply(recording);
      harm.run();
      return name;
    };
  }

  private void breakConstraint() {
    sql.update("UPDATE iam_users SET name = NULL WHERE organization_id = ?", tenant.id().value());
  }

  private static void fail() {
    throw new IllegalStateException("a defect");
  }

  private void awaitEndOfTransaction() {
    try {
      Transaction transaction = manager.getTransaction();
      await().until(() -> transaction.getStatus() != Status.STATUS_ACTIVE);
    } catch (SystemException e) {
      throw new IllegalStateException(e);
    }
  }

  private void assertOnlyPoisonFailed(List<Outcome> outcomes) {
    for (int i = 0; i < ALL; i++) {
      assertThat(outcomes.get(i).failure() != null).as("%d failed", i).isEqualTo(i == POISON);
    }
    assertThat(spine.users(tenant)).hasSize(ALL - 1).doesNotContain("user-" + POISON);
    spine.assertWhole(tenant, ALL - 1);
  }

  private void assertAllCommitted(List<Outcome> outcomes) {
    assertThat(outcomes).allSatisfy(outcome -> assertThat(outcome.failure()).isNull());
    assertThat(spine.users(tenant)).hasSize(ALL);
    spine.assertWhole(tenant, ALL);
  }

  private static void assertNotApplied(Outcome outcome, ErrorCode code) {
    assertOutcome(outcome, "not_applied");
    assertThat(((IamException) outcome.failure()).code()).isEqualTo(code);
  }

  private static void assertOutcome(Outcome outcome, String expected) {
    assertThat(outcome.failure())
        .isInstanceOfSatisfying(
            IamException.class,
            refusal -> assertThat(refusal.members()).containsEntry("outcome", expected));
  }

  private static void uninterrupted(CountDownLatch latch) {
    try {
      assertThat(latch.await(30, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
