package io.iamplane.change;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.audit.erasure.ErasureService;
import io.iamplane.change.GroupedChanges.Outcome;
import io.iamplane.change.GroupedChanges.Terms;
import io.iamplane.database.Sql;
import io.iamplane.directory.organization.Organization;
import io.iamplane.directory.user.NewUser;
import io.iamplane.directory.user.User;
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
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Changes that wait for a tenant's lock commit together; none is harmed by another. */
@QuarkusTest
class ChangeGroupsDbTest {

  private static final int ALL = 64;

  @Inject GroupedChanges grouped;
  @Inject UserService users;
  @Inject ErasureService erasures;
  @Inject TestPlatform platform;
  @Inject TransactionManager manager;
  @Inject EntityManager session;
  @Inject WholeSpine spine;
  @Inject Sql sql;

  private Organization tenant;

  @BeforeEach
  void aTenant() {
    tenant = platform.tenant();
  }

  @AfterEach
  void repair() {
    TestDatabase.proxy().cutNothing();
  }

  @Test
  void whatWaitsCommitsTogetherAndEachCallerGetsItsOwnAnswer() throws Exception {
    List<Outcome> outcomes = together(ALL, Collections.nCopies(20, null));
    assertThat(names(outcomes)).containsExactlyElementsOf(created(20));
    assertThat(transactions()).containsExactly(20L);
    assertGapless(20);
  }

  @Test
  void groupTakesNoMoreThanItsSize() throws Exception {
    together(8, Collections.nCopies(20, null));
    assertThat(transactions()).containsExactly(8L, 8L, 4L);
    assertGapless(20);
  }

  @Test
  void groupThatTookItsTimeTakesNoMoreAlong() throws Exception {
    AtomicLong now = new AtomicLong();
    List<Function<Recording, ?>> bodies = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      bodies.add(ok(i));
    }
    grouped.together(
        platform.command(),
        tenant.id(),
        Terms.of(ALL).in(() -> now.getAndAdd(Duration.ofMillis(100).toNanos())),
        bodies);
    assertThat(transactions()).as("after 300 ms no more").containsExactly(3L, 3L);
    assertGapless(6);
  }

  @Test
  void groupOfOneIsATransactionForEachChange() throws Exception {
    together(1, Collections.nCopies(5, null));
    assertThat(transactions()).containsExactly(1L, 1L, 1L, 1L, 1L);
    assertGapless(5);
  }

  @Test
  void eachChangeSeesThoseBeforeItInItsGroup() throws Exception {
    Function<Recording, String> same =
        recording -> users.create(recording, NewUser.of("same", "Same", Map.of())).name();
    List<Outcome> outcomes = run(ALL, List.of(ok(0), same, same, ok(1)));
    assertThat(outcomes.get(1).failure()).isNull();
    assertThat(outcomes.get(2).failure())
        .isInstanceOfSatisfying(
            IamException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CONFLICT));
    assertThat(transactions()).containsExactly(3L);
    assertGapless(3);
  }

  @Test
  void erasureFindsWhatChangesBeforeItInItsGroupLeft() throws Exception {
    AtomicReference<User> made = new AtomicReference<>();
    List<Outcome> outcomes =
        run(
            ALL,
            List.of(
                recording -> {
                  made.set(users.create(recording, NewUser.of("x", "Jane Example", Map.of())));
                  return made;
                },
                recording ->
                    users.update(recording, made.get().id(), "Jane Sample", Map.of()).name(),
                _ -> erasures.erase(platform.command(), tenant.id(), made.get().subject(), true),
                ok(1)));
    assertThat(outcomes).allMatch(outcome -> outcome.failure() == null);
    assertThat(transactions())
        .as("made, renamed, erased with what remains, and another made at once")
        .containsExactly(5L);
    for (String place :
        List.of(
            "iam_policy_changes WHERE concat(before, after)",
            "iam_outbox_messages WHERE body",
            "iam_audit_records WHERE canonical",
            "iam_audit_personal WHERE value",
            "iam_users WHERE name")) {
      assertThat(
              sql.list(
                  "SELECT 1 FROM " + place + " LIKE '%Jane%' AND organization_id = ?",
                  row -> true,
                  tenant.id().value()))
          .as(place)
          .isEmpty();
    }
  }

  @TestFactory
  List<DynamicTest> onePoisonousChangeDisturbsNoOther() {
    List<DynamicTest> tests = new ArrayList<>();
    poisons()
        .forEach((name, poison) -> {
          for (int size : new int[] {1, 2, ALL}) {
            tests.add(
                DynamicTest.dynamicTest(
                    name + ", groups of " + size, () -> disturbed(size, poison)));
          }
        });
    return tests;
  }

  private void disturbed(int size, Function<Recording, ?> poison) throws Exception {
    tenant = platform.tenant();
    List<@Nullable Function<Recording, ?>> bodies = new ArrayList<>(Collections.nCopies(9, null));
    bodies.set(4, poison);
    List<Outcome> outcomes = together(size, bodies);
    assertThat(outcomes.get(4).failure()).isNotNull();
    assertThat(outcomes.stream().filter(outcome -> outcome.failure() != null)).hasSize(1);
    assertThat(
            sql.list(
                "SELECT name FROM iam_users WHERE organization_id = ?",
                row -> row.getString("name"),
                tenant.id().value()))
        .hasSize(8)
        .doesNotContain("Poison");
    assertGapless(8);
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
        "statement timeout",
            poison(() -> {
              sql.list("SELECT set_config('statement_timeout', '20ms', true)", row -> true);
              sql.list("SELECT pg_sleep(20)", row -> true);
            }),
        "cancelled",
            poison(() ->
                sql.list("SELECT pg_cancel_backend(pg_backend_pid()), pg_sleep(20)", row -> true)),
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
      users.create(recording, NewUser.of("poison", "Poison", Map.of()));
      harm.run();
      return "poisoned";
    };
  }

  @Test
  void lostConnectionCostsItsOwnGroupAndEachCallerHearsSo() throws Exception {
    List<@Nullable Function<Recording, ?>> bodies = new ArrayList<>(Collections.nCopies(9, null));
    bodies.set(
        4, poison(() -> sql.list("SELECT pg_terminate_backend(pg_backend_pid())", row -> true)));
    List<Outcome> outcomes = together(ALL, bodies);
    for (int i = 0; i < 5; i++) {
      assertOutcome(outcomes.get(i), "not_applied");
    }
    assertThat(outcomes.subList(5, 9)).allMatch(outcome -> outcome.failure() == null);
    assertGapless(4);
  }

  @Test
  void commitThatIsLostIsUnknownForAllThatItHeld() throws Exception {
    List<@Nullable Function<Recording, ?>> bodies = new ArrayList<>(Collections.nCopies(4, null));
    bodies.set(
        2,
        recording -> {
          TestDatabase.proxy().cutAfter(statement -> statement.equals("COMMIT"));
          throw IamException.conflict("no");
        });
    bodies.add(_ -> {
      throw new IllegalStateException("the answer that the first of them was given");
    });
    List<Outcome> outcomes = together(ALL, bodies);
    TestDatabase.proxy().cutNothing();
    assertOutcome(outcomes.get(0), "unknown");
    assertOutcome(outcomes.get(1), "unknown");
    assertOutcome(outcomes.get(2), "not_applied");
    assertOutcome(outcomes.get(3), "unknown");
    assertOutcome(outcomes.get(4), "unknown");
    assertGapless(3);
  }

  private static void assertOutcome(Outcome outcome, String expected) {
    assertThat(outcome.failure())
        .isInstanceOfSatisfying(
            IamException.class,
            refusal -> {
              assertThat(refusal.code()).isEqualTo(ErrorCode.DEPENDENCY_UNAVAILABLE);
              assertThat(refusal.members()).containsEntry("outcome", expected);
            });
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
    return grouped.together(platform.command(), tenant.id(), size, bodies);
  }

  private Function<Recording, String> ok(int number) {
    return recording ->
        users.create(recording, NewUser.of("user-" + number, "User " + number, Map.of())).name();
  }

  private static List<String> names(List<Outcome> outcomes) {
    return outcomes.stream().map(outcome -> Objects.toString(outcome.value())).toList();
  }

  private static List<String> created(int count) {
    return java.util.stream.IntStream.range(0, count).mapToObj(i -> "User " + i).toList();
  }

  /** Counts the versions of each transaction, in order, without the tenant's creation. */
  private List<Long> transactions() {
    return sql.list(
        "SELECT count(*) AS n FROM iam_policy_changes WHERE organization_id = ? AND version > 1"
            + " GROUP BY transaction_id ORDER BY min(version)",
        row -> row.getLong("n"),
        tenant.id().value());
  }

  private void assertGapless(int changes) {
    spine.assertWhole(tenant, changes);
  }
}
