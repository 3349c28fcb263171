package io.iamplane.change;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.iamplane.change.GroupedChanges.Outcome;
import io.iamplane.database.Sql;
import io.iamplane.directory.organization.Organization;
import io.iamplane.directory.user.CreateUserRequest;
import io.iamplane.directory.user.UserService;
import io.iamplane.shared.ErrorCode;
import io.iamplane.shared.IamException;
import io.iamplane.testing.TestDatabase;
import io.iamplane.testing.TestPlatform;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import jakarta.transaction.SystemException;
import jakarta.transaction.TransactionManager;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * Changes over facts that wait commit together; none is harmed by another, and listeners are told
 * of each once, whatever becomes of its batch.
 */
@QuarkusTest
class BatchesDbTest {

  private static final int ALL = 64;
  private static final int POISON = 4;

  @Inject GroupedChanges grouped;
  @Inject UserService users;
  @Inject TestPlatform platform;
  @Inject TransactionManager manager;
  @Inject EntityManager session;
  @Inject WholeSpine spine;
  @Inject ToldChanges told;
  @Inject Sql sql;

  private Organization tenant;

  @BeforeEach
  void aTenant() {
    tenant = platform.tenant();
  }

  @AfterEach
  void repair() {
    TestDatabase.proxy().cutNothing();
    told.forget();
  }

  @Test
  void whatWaitsCommitsTogetherAndEachCallerGetsItsOwnAnswer() throws Exception {
    List<Outcome> outcomes = together(ALL, Collections.nCopies(20, null));
    assertThat(outcomes.stream().map(outcome -> Objects.toString(outcome.value())))
        .containsExactlyElementsOf(IntStream.range(0, 20).mapToObj(i -> "User " + i).toList());
    assertThat(transactions()).containsExactly(20L);
    spine.assertWhole(tenant, 20);
  }

  @Test
  void batchTakesNoMoreThanItsSize() throws Exception {
    together(8, Collections.nCopies(20, null));
    assertThat(transactions()).containsExactly(8L, 8L, 4L);
    spine.assertWhole(tenant, 20);
  }

  @Test
  void batchOfOneIsATransactionForEachChange() throws Exception {
    together(1, Collections.nCopies(5, null));
    assertThat(transactions()).containsExactly(1L, 1L, 1L, 1L, 1L);
    spine.assertWhole(tenant, 5);
  }

  /** A tile of the audit log's tree is read back when it becomes full. */
  @Test
  void batchesFillTiles() throws Exception {
    for (int i = 0; i < 5; i++) {
      int first = i * ALL;
      run(ALL, IntStream.range(first, first + ALL).mapToObj(this::ok).toList());
    }
    assertThat(transactions()).containsExactly(64L, 64L, 64L, 64L, 64L);
    spine.assertWhole(tenant, 5 * ALL);
    assertThat(told.versions(tenant.id())).hasSize(5 * ALL);
  }

  @Test
  void changesThatDoNotAgreeAreDoneAgainEachAlone() throws Exception {
    Function<Recording, String> same =
        recording ->
            users.createAtEnd(recording, CreateUserRequest.of("same", "Same", Map.of())).name();
    List<Outcome> outcomes = run(ALL, List.of(ok(0), same, same, ok(1)));
    assertThat(outcomes.stream().filter(outcome -> outcome.failure() != null))
        .singleElement()
        .satisfies(outcome ->
            assertThat(outcome.failure())
                .isInstanceOfSatisfying(
                    IamException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CONFLICT)));
    assertThat(transactions()).containsExactly(1L, 1L, 1L);
    spine.assertWhole(tenant, 3);
  }

  @TestFactory
  List<DynamicTest> onePoisonousChangeDisturbsNoOther() {
    List<DynamicTest> tests = new ArrayList<>();
    poisons()
        .forEach((name, poison) -> {
          for (int size : new int[] {1, 2, ALL}) {
            tests.add(
                DynamicTest.dynamicTest(
                    name + ", batches of " + size, () -> disturbed(size, poison)));
          }
        });
    return tests;
  }

  private void disturbed(int size, Function<Recording, ?> poison) throws Exception {
    tenant = platform.tenant();
    List<Outcome> outcomes = withPoison(size, poison);
    assertThat(outcomes.get(POISON).failure()).isNotNull();
    assertThat(outcomes.stream().filter(outcome -> outcome.failure() != null)).hasSize(1);
    assertThat(told.versions(tenant.id())).hasSize(8);
    assertThat(spine.users(tenant)).hasSize(8).doesNotContain("poison");
    spine.assertWhole(tenant, 8);
  }

  private List<Outcome> withPoison(int size, Function<Recording, ?> poison) throws Exception {
    List<@Nullable Function<Recording, ?>> bodies = new ArrayList<>(Collections.nCopies(9, null));
    bodies.set(POISON, poison);
    return together(size, bodies);
  }

  /** Failures of a change after it wrote a row. */
  private Map<String, Function<Recording, ?>> poisons() {
    return Map.of(
        "refused",
            poison(() -> {
              throw IamException.conflict("no");
            }),
        "exception",
            poison(() -> {
              throw new IllegalStateException("a defect");
            }),
        "error",
            poison(() -> {
              throw new StackOverflowError();
            }),
        "constraint",
            poison(() ->
                sql.update(
                    "INSERT INTO iam_policy_versions (organization_id, version) VALUES (?, 1)",
                    tenant.id().value())),
        "constraint that the session sees",
            poison(() ->
                session
                    .createNativeQuery(
                        "INSERT INTO iam_policy_versions (organization_id, version) VALUES (?1, 1)")
                    .setParameter(1, tenant.id().value())
                    .executeUpdate()),
        "a row that cannot be written",
            poison(() -> sql.updateLater(1, "UPDATE iam_users SET name = name WHERE 1 = ?", 2)),
        "cancelled",
            poison(() ->
                sql.list("SELECT pg_cancel_backend(pg_backend_pid()), pg_sleep(20)", row -> true)),
        "lost connection",
            poison(() -> sql.list("SELECT pg_terminate_backend(pg_backend_pid())", row -> true)),
        "marked for rollback",
            poison(() -> {
              try {
                manager.setRollbackOnly();
              } catch (SystemException e) {
                throw new IllegalStateException(e);
              }
            }));
  }

  private Function<Recording, ?> poison(Runnable harm) {
    return recording -> {
      users.createAtEnd(recording, CreateUserRequest.of("poison", "Poison", Map.of()));
      harm.run();
      return "poisoned";
    };
  }

  @Test
  void commitThatIsLostIsUnknownForAllThatItHeld() throws Exception {
    List<@Nullable Function<Recording, ?>> bodies = new ArrayList<>(Collections.nCopies(4, null));
    bodies.add(recording -> {
      TestDatabase.proxy().cutAfter(statement -> statement.equals("COMMIT"));
      return ok(9).apply(recording);
    });
    List<Outcome> outcomes = together(ALL, bodies);
    TestDatabase.proxy().cutNothing();
    assertThat(outcomes)
        .allSatisfy(outcome ->
            assertThat(outcome.failure())
                .isInstanceOfSatisfying(
                    IamException.class,
                    refusal -> {
                      assertThat(refusal.code()).isEqualTo(ErrorCode.DEPENDENCY_UNAVAILABLE);
                      assertThat(refusal.members()).containsEntry("outcome", "unknown");
                    }));
    spine.assertWhole(tenant, 5);
  }

  @Test
  void clientThatLeavesWhileItsChangeWaitsTakesItAlong() throws Exception {
    List<Outcome> outcomes =
        grouped.together(
            platform.command(),
            tenant.id(),
            ALL,
            IntStream.range(0, 9).mapToObj(this::ok).toList(),
            writers -> {
              writers.get(POISON).interrupt();
              await().until(() -> !writers.get(POISON).isAlive());
            });
    assertThat(outcomes.get(POISON).failure())
        .isInstanceOfSatisfying(
            IamException.class,
            refusal -> assertThat(refusal.members()).containsEntry("outcome", "not_applied"));
    assertThat(spine.users(tenant)).hasSize(8).doesNotContain("user-" + POISON);
    spine.assertWhole(tenant, 8);
  }

  /** Also that of the thread that writes for the others. */
  @Test
  void clientsThatLeaveOnceTheirChangesAreMadeChangeNothing() throws Exception {
    AtomicReference<Thread> first = new AtomicReference<>();
    List<Outcome> outcomes =
        run(
            ALL,
            List.of(
                recording -> {
                  first.set(Thread.currentThread());
                  Thread.currentThread().interrupt();
                  return ok(0).apply(recording);
                },
                recording -> {
                  Thread.currentThread().interrupt();
                  return ok(1).apply(recording);
                },
                recording -> {
                  first.get().interrupt();
                  return ok(2).apply(recording);
                }));
    assertThat(outcomes).extracting(Outcome::failure).containsOnlyNulls();
    spine.assertWhole(tenant, 3);
  }

  /** Null stands for a change that is all right. */
  private List<Outcome> together(int size, List<? extends @Nullable Function<Recording, ?>> bodies)
      throws InterruptedException {
    List<Function<Recording, ?>> all = new ArrayList<>();
    for (int i = 0; i < bodies.size(); i++) {
      Function<Recording, ?> body = bodies.get(i);
      all.add(body == null ? ok(i) : body);
    }
    return run(size, all);
  }

  private List<Outcome> run(int size, List<Function<Recording, ?>> bodies)
      throws InterruptedException {
    told.hear(tenant.id());
    List<Outcome> outcomes = grouped.together(platform.command(), tenant.id(), size, bodies);
    List<String> confirmed =
        outcomes.stream()
            .filter(outcome -> outcome.failure() == null)
            .map(outcome -> String.valueOf(outcome.value()).replace("User ", "user-"))
            .filter(key -> key.startsWith("user-"))
            .toList();
    told.assertUsers(tenant.id(), confirmed, spine.users(tenant));
    return outcomes;
  }

  private Function<Recording, ?> ok(int number) {
    return recording ->
        users
            .createAtEnd(
                recording, CreateUserRequest.of("user-" + number, "User " + number, Map.of()))
            .name();
  }

  /** Counts the versions of each transaction, in order, without the tenant's creation. */
  private List<Long> transactions() {
    return sql.list(
        "SELECT count(*) AS n FROM iam_policy_changes WHERE organization_id = ? AND version > 1"
            + " GROUP BY transaction_id ORDER BY min(version)",
        row -> row.getLong("n"),
        tenant.id().value());
  }
}
