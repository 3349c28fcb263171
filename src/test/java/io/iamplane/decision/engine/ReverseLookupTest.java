package io.iamplane.decision.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.decision.engine.ReverseLookup.Prospect;
import io.iamplane.decision.engine.question.Asked;
import io.iamplane.decision.engine.question.DecisionRequest;
import io.iamplane.shared.Aal;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;

/** Lists against brute force over decisions, on generated policies. */
class ReverseLookupTest {

  @Test
  void listsAreWhatDecisionsAllowOneByOne(TestReporter reporter) {
    run(20_260_701L, 50, 25, reporter);
  }

  @Test
  @Tag("ci")
  void listsAreWhatDecisionsAllowOneByOneAtVolume(TestReporter reporter) {
    run(20_260_701L, 200, 25, reporter);
  }

  @Test
  @Tag("stress")
  void listsAreWhatDecisionsAllowOneByOneAtLength(TestReporter reporter) {
    run(System.nanoTime(), 2_000, 40, reporter);
  }

  @Test
  void listsOfTangledModelsAreWhatDecisionsAllow(TestReporter reporter) {
    tangles(1, 25, reporter);
  }

  @Test
  @Tag("ci")
  void listsOfTangledModelsAreWhatDecisionsAllowAtVolume(TestReporter reporter) {
    tangles(1, 80, reporter);
  }

  @Test
  @Tag("stress")
  void listsOfTangledModelsAreWhatDecisionsAllowAtLength(TestReporter reporter) {
    tangles(System.nanoTime(), 3_000, reporter);
  }

  private static void tangles(long firstSeed, int tangles, TestReporter reporter) {
    reporter.publishEntry("seeds", firstSeed + " and " + (tangles - 1) + " more");
    ListsRun run = new ListsRun(false);
    for (long seed = firstSeed; seed < firstSeed + tangles; seed++) {
      run.tangle(seed);
    }
    reporter.publishEntry(
        "lists",
        "%s; %d hits, %d asked about and refused".formatted(run.lists, run.hits, run.refused));
    assertThat(run.defects()).isEmpty();
    assertThat(run.disagreements).isEmpty();
    assertThat(run.lists.get("subjects, with hits")).isGreaterThan(tangles);
    assertThat(run.lists.get("resources, with hits")).isGreaterThan(tangles / 2);
  }

  @Test
  void listsWithContextualRelationsAreWhatDecisionsAllow(TestReporter reporter) {
    run(7, 20, 10, true, reporter);
  }

  @Test
  @Tag("ci")
  void listsWithContextualRelationsAreWhatDecisionsAllowAtVolume(TestReporter reporter) {
    run(7, 60, 10, true, reporter);
  }

  private static void run(long firstSeed, int policies, int perState, TestReporter reporter) {
    run(firstSeed, policies, perState, false, reporter);
  }

  private static void run(
      long firstSeed, int policies, int perState, boolean relations, TestReporter reporter) {
    reporter.publishEntry("seeds", firstSeed + " and " + (policies - 1) + " more");
    ListsRun run = new ListsRun(relations);
    for (long seed = firstSeed; seed < firstSeed + policies; seed++) {
      run.policy(seed, perState);
    }
    reporter.publishEntry(
        "lists",
        "%s; %d hits, %d asked about and refused".formatted(run.lists, run.hits, run.refused));
    assertThat(run.defects()).isEmpty();
    assertThat(run.disagreements)
        .as("seeds %d to %d", firstSeed, firstSeed + policies - 1)
        .isEmpty();
    assertThat(run.lists.get("subjects, with hits")).isGreaterThan(policies);
    assertThat(run.lists.get("resources, with hits")).isGreaterThan(policies);
  }

  private static List<String> resources(
      TestPolicy policy, Asked asked, String subject, String type) {
    DecisionRequest open = TestPolicy.request(subject, asked, type + ":?");
    return allowed(
        policy,
        ReverseLookup.resources(policy.snapshot(), open, null, TestPolicy.NOW, meter(10_000)),
        id -> TestPolicy.request(subject, asked, type + ":" + id));
  }

  private static List<String> subjects(TestPolicy policy, Asked asked, String type, String object) {
    DecisionRequest open = TestPolicy.request(type + ":?", asked, object);
    return allowed(
        policy,
        ReverseLookup.subjects(policy.snapshot(), open, null, TestPolicy.NOW, meter(10_000)),
        id -> TestPolicy.request(type + ":" + id, asked, object));
  }

  private static WalkMeter meter(int most) {
    return new WalkMeter(WorkBudget.perDecision(10_000), most);
  }

  private static List<String> allowed(
      TestPolicy policy,
      @Nullable Iterator<Prospect> prospects,
      Function<String, DecisionRequest> question) {
    List<String> allowed = new ArrayList<>();
    Objects.requireNonNull(prospects)
        .forEachRemaining(prospect -> {
          if (policy.decide(question.apply(prospect.id())).allowed()) {
            allowed.add(prospect.id());
          }
        });
    return allowed;
  }

  @Test
  void aGrantOnAResourceListsWhatIsBelowIt() {
    TestPolicy policy =
        new TestPolicy()
            .entry("user:ann")
            .entry("user:bob")
            .bound("app:open", "doc", "open", "viewer", Aal.AAL1)
            .model(
                Map.of(
                    "folder", TestPolicy.type(Map.of("parent", "folder"), Map.of()),
                    "doc", TestPolicy.type(Map.of("parent", "folder", "viewer", "user"), Map.of())))
            .relation("folder:top", "parent", "folder:middle")
            .relation("folder:middle", "parent", "folder:low")
            .relation("folder:low", "parent", "doc:a")
            .relation("folder:top", "parent", "doc:b")
            .relation("user:bob", "viewer", "doc:c")
            .relation("user:bob", "viewer", "doc:a")
            .permit("user:ann", "app:open", "folder:top");
    Asked open = new Asked.Permission("app:open", null);
    assertThat(resources(policy, open, "user:ann", "doc")).containsExactly("a", "b");
    assertThat(resources(policy, open, "user:bob", "doc")).containsExactly("a", "c");
    assertThat(subjects(policy, open, "user", "doc:a")).containsExactly("ann", "bob");
    assertThat(subjects(policy, open, "user", "doc:b")).containsExactly("ann");
    policy.deny("user:ann", "app:open", "folder:middle");
    assertThat(resources(policy, open, "user:ann", "doc")).containsExactly("b");
    assertThat(subjects(policy, open, "user", "doc:a")).containsExactly("bob");
  }

  /** Through the members of a group, and of groups within it. */
  @Test
  void aPermissionOfAGroupThroughItsMembersIsFollowed() {
    TestPolicy policy =
        new TestPolicy()
            .entry("user:boss")
            .entry("user:ann")
            .entry("group:inner")
            .entry("group:outer")
            .entry("group:other")
            .member("user:ann", "inner")
            .member("group:inner", "outer")
            .model(
                Map.of(
                    "user", TestPolicy.type(Map.of("manager", "user"), Map.of()),
                    "group",
                        TestPolicy.type(
                            Map.of("member", "user | group#member"),
                            Map.of("visit", "member->manager"))))
            .relation("user:boss", "manager", "user:ann");
    Asked visit = new Asked.Relation("visit", "app");
    assertThat(resources(policy, visit, "user:boss", "group")).containsExactly("inner", "outer");
    assertThat(subjects(policy, visit, "user", "group:outer")).containsExactly("boss");
    assertThat(subjects(policy, visit, "user", "group:other")).isEmpty();
  }

  /** Between the walk and all names nothing but the time differs, so neither do their bounds. */
  @Test
  void aWalkThatIsTooLongGivesWayToAllNames() {
    TestPolicy policy =
        new TestPolicy()
            .entry("user:ann")
            .model(Map.of("doc", TestPolicy.type(Map.of("viewer", "user"), Map.of())));
    List<String> all = new ArrayList<>();
    for (int i = 100; i < 400; i++) {
      policy.relation("user:ann", "viewer", "doc:" + i);
      all.add("" + i);
    }
    policy.relation("user:bob", "viewer", "doc:x");
    DecisionRequest open =
        TestPolicy.request("user:ann", new Asked.Relation("viewer", "app"), "doc:?");
    assertThat(ids(policy, open, 10_000)).isEqualTo(all);
    all.add("x");
    assertThat(ids(policy, open, 299)).isEqualTo(all);
  }

  private static List<String> ids(TestPolicy policy, DecisionRequest open, int most) {
    List<String> ids = new ArrayList<>();
    Objects.requireNonNull(
            ReverseLookup.resources(policy.snapshot(), open, null, TestPolicy.NOW, meter(most)))
        .forEachRemaining(prospect -> ids.add(prospect.id()));
    return ids;
  }

  @Test
  void aBudgetThatIsSpentEndsTheSearch() {
    TestPolicy policy = new TestPolicy().entry("user:ann");
    for (int i = 0; i < 5_000; i++) {
      policy.permit("user:ann", "app:read", "doc:" + i);
    }
    DecisionRequest open =
        TestPolicy.request("user:ann", new Asked.Permission("app:read", null), "doc:?");
    WorkBudget spent =
        new WorkBudget() {
          @Override
          public int decisionSteps() {
            return 100_000;
          }

          @Override
          public boolean spend(int steps) {
            return false;
          }
        };
    assertThat(ReverseLookup.resources(policy.snapshot(), open, null, TestPolicy.NOW, spent))
        .isNull();
  }
}
