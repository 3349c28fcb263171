package io.iamplane.grant.relation;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.catalog.manifest.ManifestInstaller;
import io.iamplane.change.Change;
import io.iamplane.change.Changes;
import io.iamplane.change.Recording;
import io.iamplane.database.MemoryTransaction;
import io.iamplane.decision.DecisionService;
import io.iamplane.directory.organization.Organization;
import io.iamplane.directory.user.CreateUserRequest;
import io.iamplane.directory.user.UserService;
import io.iamplane.grant.relation.RelationFactsQuery.RelationFacts;
import io.iamplane.shared.Caller;
import io.iamplane.shared.SubjectRef;
import io.iamplane.testing.Manifests;
import io.iamplane.testing.TestPlatform;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Checks of a relation read the same from memory and from the tables. */
@QuarkusTest
class RelationFactsDbTest {

  private static final long SEED = Long.getLong("seed", System.nanoTime());

  /**
   * More than an object keeps in one array, of one relation and of all (TupleSet, RelationTuples).
   */
  private static final int PEOPLE = 40;

  private static final int ROUNDS = 250;

  @Inject RelationFactsQuery facts;
  @Inject RelationService relations;
  @Inject RelationStore store;
  @Inject TestPlatform platform;
  @Inject ManifestInstaller manifests;
  @Inject UserService users;
  @Inject Changes changes;
  @Inject DecisionService decisions;

  private final Random random = new Random(SEED);
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
             "types": {"doc": {"relations": {
               "viewer": "user | user:* | team#lead | doc", "owner": "user | team#lead"}},
              "team": {"relations": {"lead": "user"}}}}
            """));
    decisions.policy(tenant.id(), 0); // loads it
    change(recording -> {
      for (int i = 0; i < PEOPLE; i++) {
        users.create(recording, CreateUserRequest.of("p" + i, "Person", Map.of()));
      }
    });
  }

  @Test
  void whichRelationsAreThere() {
    Set<Relation.Key> seen = new HashSet<>();
    for (int i = 0; i < ROUNDS; i++) {
      NewRelation any = any();
      change(recording -> {
        RelationFacts before =
            new MemoryTransaction(true).call(() -> facts.before(recording, List.of(any)));
        assertThat(before.known()).isEqualTo(facts.of(tenant.id(), List.of(any)).known());
        Relation.Key key = key(any, before);
        assertThat(before.isNew().test(key))
            .as("seed %d, %s", SEED, key)
            .isEqualTo(store.find(tenant.id(), List.of(key)).isEmpty())
            .isEqualTo(!seen.contains(key));
        if (random.nextInt(4) == 0) {
          relations.delete(recording, List.of(any));
          seen.remove(key);
        } else {
          relations.write(recording, List.of(any));
          seen.add(key);
        }
      });
    }
    change(recording -> {
      List<Relation.Key> stored = new ArrayList<>();
      relations.forEach(tenant.id(), relation -> stored.add(relation.key()));
      assertThat(stored).containsExactlyInAnyOrderElementsOf(seen);
    });
  }

  @Test
  void modelsAndApplications() {
    change(recording -> {
      RelationFacts fromMemory =
          new MemoryTransaction(true).call(() -> facts.before(recording, List.of()));
      RelationFacts fromTables = facts.of(tenant.id(), List.of());
      assertThat(fromMemory.models()).isEqualTo(fromTables.models()).hasSize(1);
      assertThat(fromMemory.applications())
          .containsExactlyElementsOf(fromTables.applications())
          .hasSize(1);
    });
  }

  /** A few objects, so that many are there already; half are of one, so that it has many. */
  private NewRelation any() {
    SubjectRef object =
        new SubjectRef("doc", random.nextBoolean() ? "much" : "d" + random.nextInt(3));
    String relation = random.nextInt(4) == 0 ? "owner" : "viewer";
    Instant past = random.nextInt(5) == 0 ? Instant.parse("2020-01-01T00:00:00Z") : null;
    return switch (random.nextInt(8)) {
      case 0 ->
          NewRelation.of(new SubjectRef("team", "t" + random.nextInt(3)), "lead", relation, object);
      case 1 -> NewRelation.of(new SubjectRef("user", "*"), null, "viewer", object);
      case 2 ->
          NewRelation.of(new SubjectRef("doc", "d" + random.nextInt(3)), null, "viewer", object);
      default ->
          new NewRelation(
              new SubjectRef("user", "p" + random.nextInt(PEOPLE)),
              null,
              relation,
              object,
              null,
              null,
              null,
              past);
    };
  }

  private static Relation.Key key(NewRelation named, RelationFacts facts) {
    return new Relation.Key(
        facts.known().get(named.subject()),
        named.subjectRelation(),
        named.relation(),
        facts.known().get(named.object()));
  }

  private void change(Consumer<Recording> doing) {
    changes.record(
        Change.policy(
            caller,
            tenant.id(),
            recording -> {
              doing.accept(recording);
              return true;
            }));
  }
}
