package io.iamplane.change;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.catalog.manifest.ManifestInstaller;
import io.iamplane.change.GroupedChanges.Outcome;
import io.iamplane.database.Sql;
import io.iamplane.directory.organization.Organization;
import io.iamplane.grant.relation.NewRelation;
import io.iamplane.grant.relation.RelationService;
import io.iamplane.shared.Caller;
import io.iamplane.shared.ErrorCode;
import io.iamplane.shared.IamException;
import io.iamplane.shared.SubjectRef;
import io.iamplane.shared.UuidV7;
import io.iamplane.testing.Manifests;
import io.iamplane.testing.Rows;
import io.iamplane.testing.TestDatabase;
import io.iamplane.testing.TestPlatform;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
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
 * Relations of a batch are written together: each caller still gets the true outcome, and rows and
 * records agree.
 */
@QuarkusTest
class BatchedRelationsDbTest {

  private static final int ALL = 64;
  private static final String INSERT = "INSERT INTO iam_relations";

  /** Looks at the statements of a change, each with relations from another number on. */
  private static final int LOOKS = 5;

  private static final int LOOK = 500_000;

  /** A relation that is there before each test: the policy is in memory then. */
  private static final int LOADED = 900;

  @Inject GroupedChanges grouped;
  @Inject RelationService relations;
  @Inject ManifestInstaller manifests;
  @Inject TestPlatform platform;
  @Inject WholeSpine spine;
  @Inject Sql sql;

  private Organization tenant;
  private Caller caller;

  @BeforeEach
  void aTenantWithAModel() {
    tenant = platform.tenant();
    caller = platform.caller(tenant, platform.administrator(tenant));
    manifests.apply(
        platform.command(),
        tenant.id(),
        Manifests.parse(
            """
            {"schema": "iam.manifest.v2", "app": {"key": "docs", "name": "Docs"},
             "types": {"doc": {"relations": {"shelf": "folder"}}, "folder": {}}}
            """));
    grouped.ofSize(1, 1).record(Change.policy(caller, tenant.id(), written(LOADED)::apply));
  }

  @AfterEach
  void repair() {
    TestDatabase.proxy().cutNothing();
  }

  @Test
  void relationsOfAGroupAreOneStatement() throws Exception {
    AtomicReference<List<Outcome>> outcomes = new AtomicReference<>();
    List<String> statements =
        StatementWatch.statementsOf(() ->
            outcomes.set(together(ALL, IntStream.range(0, 20).mapToObj(this::written).toList())));
    assertThat(outcomes.get()).allMatch(outcome -> outcome.failure() == null);
    assertThat(statements).filteredOn(statement -> statement.contains(INSERT)).hasSize(1);
    assertWhole(20);
  }

  @Test
  void whatComesTwiceInAGroupIsThereOnceAndWhatIsRefusedIsNot() throws Exception {
    List<Outcome> outcomes =
        together(ALL, List.of(written(1), refused(2), written(1), written(3), refused(4)));
    assertThat(outcomes.get(0).value()).isEqualTo(new RelationService.Written(1, 0, 0, 0));
    assertThat(outcomes.get(2).value()).isEqualTo(new RelationService.Written(0, 0, 1, 0));
    assertThat(outcomes.get(3).value()).isEqualTo(new RelationService.Written(1, 0, 0, 0));
    for (int i : new int[] {1, 4}) {
      assertThat(outcomes.get(i).failure()).hasMessageContaining("changed its mind");
    }
    assertWhole(2);
  }

  @Test
  void whoReadsHasATransactionAndSeesWhatIsThere() throws Exception {
    List<Outcome> outcomes =
        together(
            ALL,
            List.of(
                written(1),
                recording -> {
                  List<String> seen = new ArrayList<>();
                  relations.write(recording, List.of(relation(2)));
                  relations.forEach(tenant.id(), each -> seen.add(each.subject().id()));
                  return seen.size();
                }));
    assertThat(outcomes.get(1).value()).isEqualTo(3);
    assertWhole(2);
  }

  /** A row inserted without a change: memory and table differ. */
  @Test
  void aRowBehindTheServicesBackIsFoundWhenAllAreDoneAgain() throws Exception {
    Rows.update(
        "INSERT INTO iam_relations (organization_id, id, subject_type, subject_id,"
            + " subject_relation, relation, object_type, object_id, created_at)"
            + " VALUES ('%s', '%s', 'folder', 'f2', '', 'shelf', 'doc', 'd2', now())"
                .formatted(tenant.id().value(), UuidV7.next()));
    List<Outcome> outcomes = together(ALL, List.of(written(1), written(2), written(3), written(4)));
    assertThat(outcomes).extracting(Outcome::failure).containsOnlyNulls();
    assertThat(outcomes.get(1).value()).isEqualTo(new RelationService.Written(0, 0, 1, 0));
    assertThat(created()).containsExactlyInAnyOrder("f" + LOADED, "f1", "f3", "f4");
    spine.assertChain(tenant);
  }

  /** The rules accept this write and the database refuses it. */
  @Test
  void aWriteThatFailsIsAFailureOfItsOwnChangeAlone() throws Exception {
    Function<Recording, ?> poison =
        recording -> {
          sql.updateLater(1, "UPDATE iam_relations SET relation = NULL WHERE 1 = ?", 1);
          return relations.write(recording, List.of(relation(9)));
        };
    List<Outcome> outcomes =
        together(ALL, List.of(written(0), written(1), poison, written(3), written(4)));
    assertThat(outcomes.get(2).failure()).isNotNull();
    for (int i : new int[] {0, 1, 3, 4}) {
      assertThat(outcomes.get(i).failure()).as("%d", i).isNull();
    }
    assertWhole(4);
  }

  @ParameterizedTest(name = "groups of {0}")
  @CsvSource({"3, 3"})
  void connectionBreaksAtEachStatement(int groupSize, int changes) throws Exception {
    breaks(groupSize, changes);
  }

  @ParameterizedTest(name = "groups of {0}")
  @CsvSource({"1, 2", "4, 4"})
  @Tag("ci")
  void connectionBreaksAtEachStatementOfOtherGroups(int groupSize, int changes) throws Exception {
    breaks(groupSize, changes);
  }

  private void breaks(int groupSize, int changes) throws Exception {
    // Two changes that race for the spine need some statements more, and so do the first of a
    // process.
    List<String> statements = new ArrayList<>();
    for (int look = 1; look <= LOOKS; look++) {
      int first = LOOK * look;
      List<String> seen =
          StatementWatch.statementsOf(() -> together(groupSize, some(first, changes)));
      statements = look == 1 || seen.size() < statements.size() ? seen : statements;
    }
    assertThat(statements).contains("COMMIT").anyMatch(each -> each.contains(INSERT));
    int made = LOOKS * made(changes);
    for (int at = 0; at < statements.size(); at++) {
      for (boolean afterwards : new boolean[] {true, false}) {
        made += broken(groupSize, changes, at, afterwards, made);
        assertWhole(made);
      }
    }
  }

  /**
   * Breaks the connection; returns the number of applied changes after each caller's outcome is
   * checked.
   */
  private int broken(int groupSize, int changes, int at, boolean afterwards, int before)
      throws Exception {
    AtomicReference<String> broken = StatementWatch.cutAt(at, afterwards);
    int first = 1_000 * (2 * at + (afterwards ? 1 : 2));
    List<Outcome> outcomes = together(groupSize, some(first, changes));
    TestDatabase.proxy().cutNothing();
    assertThat(broken).as("statement %d", at).doesNotHaveNullValue();
    Set<String> there = Set.copyOf(created());
    for (int i = 0; i < changes; i++) {
      boolean isThere = there.contains("f" + (first + i));
      Throwable failure = outcomes.get(i).failure();
      boolean unknown =
          failure instanceof IamException refusal
              && "unknown".equals(refusal.members().get("outcome"));
      if (failure == null) {
        assertThat(isThere).as("%d, %s", i, broken).isTrue();
      } else if (unknown) {
        assertThat(broken).hasValue("COMMIT");
      } else {
        assertThat(isThere).as("%d, %s", i, broken).isFalse();
      }
    }
    return there.size() - 1 - before;
  }

  @ParameterizedTest
  @CsvSource({"2, 2", "64, 2"})
  void whatManyWritersDidIsWhatTheRecordsSay(int groupSize, int leaders) throws Exception {
    assertRecordsOfManyWriters(groupSize, leaders);
  }

  @ParameterizedTest
  @CsvSource({"1, 2", "64, 1"})
  @Tag("ci")
  void whatManyWritersDidAloneOrWithOneLeaderIsWhatTheRecordsSay(int groupSize, int leaders)
      throws Exception {
    assertRecordsOfManyWriters(groupSize, leaders);
  }

  private void assertRecordsOfManyWriters(int groupSize, int leaders) throws Exception {
    Changes door = grouped.ofSize(groupSize, leaders);
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<?>> writers = new ArrayList<>();
      for (int writer = 0; writer < ALL; writer++) {
        Random random = new Random(writer);
        writers.add(threads.submit(() -> IntStream.range(0, 5).forEach(_ -> act(door, random))));
      }
      for (Future<?> writer : writers) {
        writer.get();
      }
    }
    assertRowsAreWhatRecordsSay();
  }

  private void act(Changes door, Random random) {
    NewRelation any = relation(random.nextInt(12));
    int kind = random.nextInt(4);
    try {
      door.record(
          Change.policyOverFacts(
              caller,
              tenant.id(),
              recording -> {
                if (kind == 0) {
                  return relations.delete(recording, List.of(any));
                }
                relations.write(recording, List.of(any));
                if (kind == 1) {
                  throw IamException.conflict("changed its mind");
                }
                return 1;
              }));
    } catch (IamException e) {
      assertThat(e.code()).isEqualTo(ErrorCode.CONFLICT);
    }
  }

  private List<Outcome> together(int groupSize, List<Function<Recording, ?>> bodies)
      throws Exception {
    return grouped.together(caller, tenant.id(), groupSize, bodies);
  }

  /** Every third is refused when it has written. */
  private List<Function<Recording, ?>> some(int first, int count) {
    List<Function<Recording, ?>> bodies = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      bodies.add(i % 3 == 2 ? refused(first + i) : written(first + i));
    }
    return bodies;
  }

  private static int made(int count) {
    return (int) IntStream.range(0, count).filter(i -> i % 3 != 2).count();
  }

  private Function<Recording, ?> written(int number) {
    return recording -> relations.write(recording, List.of(relation(number)));
  }

  private Function<Recording, ?> refused(int number) {
    return recording -> {
      relations.write(recording, List.of(relation(number)));
      throw IamException.conflict("changed its mind");
    };
  }

  private static NewRelation relation(int number) {
    return NewRelation.of(
        new SubjectRef("folder", "f" + number), null, "shelf", new SubjectRef("doc", "d" + number));
  }

  private void assertWhole(int count) {
    assertThat(created()).hasSize(1 + count).doesNotHaveDuplicates();
    assertRowsAreWhatRecordsSay();
  }

  /** The subjects of relations that records tell of. */
  private List<String> created() {
    return sql.list(
        "SELECT after::jsonb -> 'subject' ->> 'id' AS id FROM iam_policy_changes"
            + " WHERE organization_id = ? AND event_type = 'iam.relation.written'",
        row -> row.getString("id"),
        tenant.id().value());
  }

  private void assertRowsAreWhatRecordsSay() {
    Set<String> said = new HashSet<>();
    sql.forEach(
        "SELECT event_type, target_id FROM iam_policy_changes WHERE organization_id = ?"
            + " AND target_type = 'relation' ORDER BY version, ordinal",
        row -> {
          String id = row.getString("target_id");
          boolean news =
              row.getString("event_type").equals("iam.relation.written")
                  ? said.add(id)
                  : said.remove(id);
          assertThat(news).as("%s follows from what was before", id).isTrue();
        },
        tenant.id().value());
    List<String> rows =
        sql.list(
            "SELECT id::text AS id FROM iam_relations WHERE organization_id = ?",
            row -> row.getString("id"),
            tenant.id().value());
    assertThat(rows).containsExactlyInAnyOrderElementsOf(said);
    spine.assertChain(tenant);
  }
}
