package io.iamplane.change;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.iamplane.chain.EventType;
import io.iamplane.change.ExpectedTenants.Expected;
import io.iamplane.change.GroupedChanges.Outcome;
import io.iamplane.database.HeldWrites;
import io.iamplane.database.Sql;
import io.iamplane.directory.organization.Organization;
import io.iamplane.shared.IamException;
import io.iamplane.testing.TestDatabase;
import io.iamplane.testing.TestPlatform;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Small concurrent changes of several tenants commit in one transaction; a failure of one tenant
 * does not affect the others.
 */
@QuarkusTest
class CombinedChangesDbTest {

  private static final int TOGETHER = 4;

  private record Note(int number) {}

  @Inject GroupedChanges grouped;
  @Inject HeldWrites held;
  @Inject ExpectedTenants expected;
  @Inject TestPlatform platform;
  @Inject WholeSpine spine;
  @Inject ToldChanges told;
  @Inject Sql sql;

  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final Map<Organization, Integer> made = new HashMap<>();
  private final List<Organization> tenants = new ArrayList<>();

  @BeforeEach
  void tenantsThatAreKnown() {
    for (int i = 0; i < HeldWrites.first() + TOGETHER; i++) {
      Organization tenant = platform.tenant();
      tenants.add(tenant);
      made.put(tenant, 0);
      told.hear(tenant.id());
      know(tenant);
    }
  }

  @AfterEach
  void repair() {
    TestDatabase.proxy().cutNothing();
    threads.shutdownNow();
    told.forget();
  }

  @Test
  void changesOfSeveralTenantsAreOneTransaction() throws Exception {
    assertThat(outcomes(begin(Map.of()))).extracting(Outcome::failure).containsOnlyNulls();
    made.replaceAll((_, count) -> count + 1);
    assertThat(transactions()).hasSize(HeldWrites.first() + 1);
    assertWhole();
    for (Organization tenant : tenants) {
      assertThat(expected.of(tenant.id())).as("the next one starts from here").isPresent();
    }
  }

  @Test
  void aTenantThatIsLockedElsewhereHoldsUpNoOther() throws Exception {
    Organization locked = tenants.getFirst();
    List<Future<?>> all;
    try (Connection other =
            DriverManager.getConnection(TestDatabase.directUrl(), "postgres", "postgres");
        Statement statement = other.createStatement()) {
      other.setAutoCommit(false);
      statement.execute(
          "SELECT version FROM iam_policy_versions WHERE organization_id = '%s' FOR UPDATE"
              .formatted(locked.id().value()));
      all = begin(Map.of());
      await().until(() -> all.stream().filter(Future::isDone).count() == all.size() - 1);
      assertThat(all.getFirst().isDone()).isFalse();
      other.rollback();
    }
    assertThat(outcomes(all)).extracting(Outcome::failure).containsOnlyNulls();
    made.replaceAll((_, count) -> count + 1);
    assertWhole();
  }

  @Test
  void aTenantThatAnotherProcessChangedIsDoneAgainByItself() throws Exception {
    Organization changed = tenants.getFirst();
    Expected before = expected.of(changed.id()).orElseThrow();
    know(changed);
    expected.expect(changed.id(), unheard(before));
    AtomicInteger runs = new AtomicInteger();
    AtomicInteger others = new AtomicInteger();
    List<Future<?>> all =
        begin(Map.of(changed, counted(runs, note(1)), tenants.getLast(), counted(others, note(1))));
    assertThat(outcomes(all)).extracting(Outcome::failure).containsOnlyNulls();
    made.replaceAll((_, count) -> count + 1);
    assertThat(runs).hasValue(2);
    assertThat(others).as("the bodies of the others").hasValue(1);
    assertThat(expected.of(tenants.getLast().id())).isPresent();
    assertWhole();
  }

  /** The rules accept this write and the database refuses it. */
  @Test
  void aWriteThatFailsIsAFailureOfItsOwnTenantAlone() throws Exception {
    Function<Recording, ?> poison =
        recording -> {
          sql.updateLater(1, "UPDATE iam_relations SET relation = NULL WHERE 1 = ?", 1);
          return note(1).apply(recording);
        };
    List<Outcome> outcomes = outcomes(begin(Map.of(tenants.get(2), poison)));
    for (int i = 0; i < tenants.size(); i++) {
      if (i == 2) {
        assertThat(outcomes.get(i).failure()).isNotNull();
      } else {
        assertThat(outcomes.get(i).failure()).as("%d", i).isNull();
        made.merge(tenants.get(i), 1, Integer::sum);
      }
    }
    assertWhole();
  }

  @Test
  void whatIsRefusedIsNotWrittenAndTheOthersAre() throws Exception {
    Function<Recording, ?> refused =
        recording -> {
          note(1).apply(recording);
          throw IamException.conflict("changed its mind");
        };
    List<Outcome> outcomes = outcomes(begin(1, Map.of(tenants.getLast(), refused)));
    assertThat(outcomes.getLast().failure()).hasMessageContaining("changed its mind");
    assertThat(outcomes.subList(0, tenants.size() - 1))
        .extracting(Outcome::failure)
        .containsOnlyNulls();
    tenants.subList(0, tenants.size() - 1).forEach(tenant -> made.merge(tenant, 1, Integer::sum));
    assertWhole();
  }

  @Test
  void aConnectionThatBreaksAnywhereLeavesTheTruth() throws Exception {
    List<String> statements = StatementWatch.statementsOf(() -> outcomes(begin(Map.of())));
    made.replaceAll((_, count) -> count + 1);
    assertThat(statements).contains("COMMIT");
    for (int at = 0; at < statements.size(); at++) {
      for (boolean afterwards : new boolean[] {true, false}) {
        breaks(at, afterwards);
        assertWhole();
        tenants.forEach(this::know);
      }
    }
  }

  private void breaks(int at, boolean afterwards) throws Exception {
    AtomicReference<String> broken = StatementWatch.cutAt(at, afterwards);
    List<Outcome> outcomes = outcomes(begin(Map.of()));
    TestDatabase.proxy().cutNothing();
    assertThat(broken).as("statement %d", at).doesNotHaveNullValue();
    for (int i = 0; i < tenants.size(); i++) {
      Organization tenant = tenants.get(i);
      boolean isThere = version(tenant) == made.get(tenant) + 2;
      Throwable failure = outcomes.get(i).failure();
      assertThat(told.versions(tenant.id()).contains(made.get(tenant) + 2L))
          .as("told of %d, %s", i, broken)
          .isEqualTo(failure == null);
      if (failure == null) {
        assertThat(isThere).as("%d, %s", i, broken).isTrue();
      } else {
        assertThat(failure).isInstanceOf(IamException.class);
        assertThat(((IamException) failure).members()).containsEntry("outcome", "unknown");
        assertThat(broken).hasValue("COMMIT");
        assertThat(isThere).as("%d, %s", i, broken).isEqualTo(afterwards);
      }
      if (isThere) {
        made.merge(tenant, 1, Integer::sum);
      }
    }
  }

  /** One change of each tenant: the first one goes by itself, the others together. */
  private List<Future<?>> begin(Map<Organization, Function<Recording, ?>> bodies) {
    return begin(0, bodies);
  }

  private List<Future<?>> begin(int absent, Map<Organization, Function<Recording, ?>> bodies) {
    Changes door = grouped.writtenBy(held.once(TOGETHER - absent), 64, 2);
    List<Future<?>> all = new ArrayList<>();
    for (Organization tenant : tenants) {
      Function<Recording, ?> body = bodies.getOrDefault(tenant, note(1));
      all.add(
          threads.submit(() ->
              door.record(Change.policyOverFacts(platform.command(), tenant.id(), body::apply))));
      held.awaitFirst();
    }
    return all;
  }

  private static List<Outcome> outcomes(List<Future<?>> all) throws Exception {
    List<Outcome> outcomes = new ArrayList<>();
    for (Future<?> each : all) {
      outcomes.add(Outcome.of(each));
    }
    return outcomes;
  }

  /** Makes a change, after which it is known where the tenant stands, however long a test takes. */
  private void know(Organization tenant) {
    grouped
        .ofSize(64, 2)
        .record(
            Change.policy(platform.command(), tenant.id(), recording -> note(0).apply(recording)));
    expected.expect(tenant.id(), expected.of(tenant.id()).orElseThrow());
    made.merge(tenant, 1, Integer::sum);
  }

  private List<String> transactions() {
    return sql.list(
        "SELECT DISTINCT transaction_id::text AS id FROM iam_policy_changes"
            + " WHERE organization_id = ANY (?) AND version = 3",
        row -> row.getString("id"),
        (Object) tenants.stream().map(tenant -> tenant.id().value()).toArray(UUID[]::new));
  }

  private long version(Organization tenant) {
    return sql.first(
            "SELECT version FROM iam_policy_versions WHERE organization_id = ?",
            row -> row.getLong("version"),
            tenant.id().value())
        .orElseThrow();
  }

  private void assertWhole() {
    made.forEach((tenant, count) -> {
      spine.assertWhole(tenant, count);
      assertThat(told.versions(tenant.id())).allMatch(version -> version <= count + 1);
    });
  }

  private static Function<Recording, Object> counted(
      AtomicInteger runs, Function<Recording, ?> body) {
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
}
