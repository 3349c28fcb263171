package io.iamplane.decision.engine.footprint;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.decision.engine.PolicyEngine;
import io.iamplane.decision.engine.PolicySnapshot;
import io.iamplane.decision.engine.ReverseLookup;
import io.iamplane.decision.engine.ReverseLookup.Prospect;
import io.iamplane.decision.engine.TestGrants;
import io.iamplane.decision.engine.WorkBudget;
import io.iamplane.decision.engine.fact.FactChange;
import io.iamplane.decision.engine.fact.GrantFact;
import io.iamplane.decision.engine.fact.PermissionFact;
import io.iamplane.decision.engine.fact.PermissionFact.Risk;
import io.iamplane.decision.engine.fact.RelationFact;
import io.iamplane.decision.engine.fact.RelationFact.Subject;
import io.iamplane.decision.engine.generator.StubCondition;
import io.iamplane.decision.engine.question.Asked;
import io.iamplane.decision.engine.question.DecisionRequest;
import io.iamplane.decision.engine.question.DecisionRequest.Party;
import io.iamplane.shared.Aal;
import io.iamplane.shared.SubjectRef;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;

/** Pages of lists in a tenant of a million relations; prints the figures of docs/benchmarks.md. */
class ListVolumeTest {

  private static final int DOCUMENTS = 450_000;
  private static final int PAGE = 100;

  /** The limit of {@code PolicyLists}. */
  private static final int PAGE_STEPS = 100_000;

  private static final Instant NOW = Instant.EPOCH;
  private static final Asked CAN_READ = new Asked.Relation("can_read", "shop");

  private final PolicyEngine engine =
      new PolicyEngine(
          100_000,
          defect -> {
            throw new AssertionError(defect);
          });

  /** The hits and costs of a page. */
  private record Taken(List<String> hits, @Nullable String position, long micros, long steps) {}

  /** Counts steps. */
  private static final class Counting implements WorkBudget {
    private long steps;

    @Override
    public int decisionSteps() {
      return 100_000;
    }

    @Override
    public boolean spend(int taken) {
      steps += taken;
      return true;
    }
  }

  @Test
  @Tag("stress")
  void pagesOfAMillionRelations(TestReporter reporter) {
    warmUp(Tenants.documents(1_000));
    PolicySnapshot loaded = Tenants.documents(DOCUMENTS);
    Party someone = Party.of(Tenants.user(7));
    Party everywhere = Party.of(Tenants.user(8));
    List<FactChange> roots = new ArrayList<>();
    for (int i = 0; i < DOCUMENTS / 1_000; i++) {
      roots.add(
          FactChange.added(
              RelationFact.of(
                  "root" + i,
                  Subject.of(Tenants.user(8)),
                  "owner",
                  new SubjectRef("folder", "h" + i))));
    }
    roots.add(
        FactChange.added(
            new PermissionFact("shop:open", "shop", "doc", null, null, Risk.LOW, Aal.AAL1)));
    roots.add(
        FactChange.added(
            TestGrants.permit(
                "never",
                Tenants.user(9),
                GrantFact.Privilege.permission("shop:open"),
                null,
                StubCondition.FALSE)));
    PolicySnapshot snapshot = loaded.apply(2, roots);
    for (int round = 1; round <= 5; round++) {
      print(reporter, round, "who reads a few", resources(snapshot, someone, null));
      Taken first = resources(snapshot, everywhere, null);
      print(reporter, round, "who reads all", first);
      assertThat(first.hits).hasSize(PAGE);
      print(reporter, round, "and the next page", resources(snapshot, everywhere, first.position));
      print(reporter, round, "and far behind", resources(snapshot, everywhere, "d4"));
      Taken none = refused(snapshot, Party.of(Tenants.user(9)));
      print(reporter, round, "a page of refusals", none);
      assertThat(none.steps).isGreaterThanOrEqualTo(PAGE_STEPS);
      Taken readers = subjects(snapshot, Party.of("doc", "d4711"));
      print(reporter, round, "readers of a document", readers);
      assertThat(readers.hits).isNotEmpty();
      snapshot =
          snapshot.apply(
              2 + round,
              List.of(
                  FactChange.added(
                      RelationFact.of(
                          "new" + round,
                          Subject.of(Tenants.user(8)),
                          "viewer",
                          new SubjectRef("doc", "new" + round)))));
    }
  }

  /** Warms up the code with lists of another tenant: this tenant's first page is in the figures. */
  private void warmUp(PolicySnapshot small) {
    for (int i = 0; i < 2_000; i++) {
      resources(small, Party.of(Tenants.user(i % 1_000)), null);
      subjects(small, Party.of("doc", "d" + i % 1_000));
    }
  }

  private Taken resources(PolicySnapshot snapshot, Party subject, @Nullable String after) {
    Function<String, DecisionRequest> question =
        id -> DecisionRequest.of(subject, CAN_READ, Party.of("doc", id));
    return page(
        snapshot,
        budget -> ReverseLookup.resources(snapshot, question.apply(""), after, NOW, budget),
        question);
  }

  private Taken refused(PolicySnapshot snapshot, Party subject) {
    Function<String, DecisionRequest> question =
        id ->
            DecisionRequest.of(
                subject, new Asked.Permission("shop:open", null), Party.of("doc", id));
    return page(
        snapshot,
        budget -> ReverseLookup.resources(snapshot, question.apply(""), null, NOW, budget),
        question);
  }

  private Taken subjects(PolicySnapshot snapshot, Party resource) {
    Function<String, DecisionRequest> question =
        id -> DecisionRequest.of(Party.of("user", id), CAN_READ, resource);
    return page(
        snapshot,
        budget -> ReverseLookup.subjects(snapshot, question.apply(""), null, NOW, budget),
        question);
  }

  private Taken page(
      PolicySnapshot snapshot,
      Function<WorkBudget, @Nullable Iterator<Prospect>> search,
      Function<String, DecisionRequest> question) {
    Counting budget = new Counting();
    long start = System.nanoTime();
    Iterator<Prospect> prospects = Objects.requireNonNull(search.apply(budget));
    List<String> hits = new ArrayList<>();
    String position = null;
    while (hits.size() < PAGE && budget.steps < PAGE_STEPS && prospects.hasNext()) {
      Prospect next = prospects.next();
      budget.spend(4);
      position = next.id();
      if (next.known()
          && engine.decide(snapshot, question.apply(next.id()), NOW, budget).allowed()) {
        hits.add(next.id());
      }
    }
    return new Taken(hits, position, (System.nanoTime() - start) / 1_000, budget.steps);
  }

  private static void print(TestReporter reporter, int round, String what, Taken taken) {
    reporter.publishEntry(
        "round " + round,
        "%s: %d hits, %d µs, %d steps"
            .formatted(what, taken.hits.size(), taken.micros, taken.steps));
  }
}
