package io.iamplane.decision.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.decision.engine.ReverseLookup.Prospect;
import io.iamplane.decision.engine.fact.FactChange;
import io.iamplane.decision.engine.fact.RelationFact;
import io.iamplane.decision.engine.fact.RelationFact.Subject;
import io.iamplane.decision.engine.question.Asked;
import io.iamplane.decision.engine.question.DecisionRequest;
import io.iamplane.decision.engine.question.ReasonCode;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Relations of one request, over a snapshot that goes on without them. */
class ContextualRelationsTest {

  private static final Asked VIEW = new Asked.Relation("view", "app");

  private final TestPolicy policy =
      new TestPolicy()
          .entry("user:ann")
          .entry("group:staff")
          .model(
              Map.of(
                  "folder",
                  TestPolicy.type(Map.of("viewer", "user | group#member"), Map.of()),
                  "doc",
                  TestPolicy.type(
                      Map.of("parent", "folder", "viewer", "user"),
                      Map.of("view", "viewer | parent->viewer"))))
          .relation("user:ann", "viewer", "doc:b");

  private static RelationFact own(int place, String subject, String relation, String object) {
    String[] parts = subject.split("#", 2);
    return RelationFact.of(
        "contextual_relations[" + place + "]",
        new Subject(TestPolicy.ref(parts[0]), parts.length == 1 ? null : parts[1]),
        relation,
        TestPolicy.ref(object));
  }

  private static DecisionRequest view(String doc, RelationFact... own) {
    return TestPolicy.request("user:ann", VIEW, doc).with(List.of(own));
  }

  @Test
  void theyHoldForTheirRequest() {
    DecisionRequest request =
        view(
            "doc:new",
            own(0, "folder:f", "parent", "doc:new"),
            own(1, "user:ann", "viewer", "folder:f"));
    assertThat(policy.decide(request).allowed()).isTrue();
    assertThat(policy.decide(request.with(List.of())).allowed()).isFalse();
  }

  /** Refused before they come here; a record of another time may still hold one. */
  @Test
  void aMembershipMakesNoOneAMember() {
    policy.permit("group:staff", "app:read");
    DecisionRequest request =
        TestPolicy.request("user:ann", new Asked.Permission("app:read", null), null)
            .with(List.of(own(0, "user:ann", "member", "group:staff")));
    assertThat(policy.decide(request).reason()).isEqualTo(ReasonCode.NO_MATCHING_GRANT);
    assertThat(
            policy
                .decide(
                    view(
                        "doc:new",
                        own(0, "folder:f", "parent", "doc:new"),
                        own(1, "group:staff#member", "viewer", "folder:f"),
                        own(2, "user:ann", "member", "group:staff")))
                .allowed())
        .isFalse();
  }

  @Test
  void theyAreTakenOffTheBudget() {
    policy.maxSteps(1_000);
    PolicySnapshot snapshot = policy.snapshot();
    PolicyEngine engine = new PolicyEngine(1_000, AssertionError::new);
    int[] spent = new int[1];
    WorkBudget budget =
        new WorkBudget() {
          @Override
          public int decisionSteps() {
            return 1_000;
          }

          @Override
          public boolean spend(int steps) {
            spent[0] += steps;
            return spent[0] <= WorkBudget.STEPS_PER_RELATION;
          }
        };
    DecisionRequest two =
        view(
            "doc:new",
            own(0, "user:ann", "viewer", "doc:new"),
            own(1, "user:ann", "viewer", "doc:x"));
    assertThat(engine.decide(snapshot, two, TestPolicy.NOW, budget).reason())
        .isEqualTo(ReasonCode.DEADLINE_EXCEEDED);
    assertThat(spent[0]).isGreaterThanOrEqualTo(2 * WorkBudget.STEPS_PER_RELATION);
    assertThat(engine.explain(snapshot, two, TestPolicy.NOW, budget).relations()).isNotNull();
    assertThat(ReverseLookup.resources(snapshot, two, null, TestPolicy.NOW, budget)).isNull();
  }

  /** By all names: those of the request are listed in order, and the index never learns them. */
  @Test
  void theirNamesStayOutOfTheSharedIndex() {
    PolicySnapshot snapshot = policy.snapshot();
    assertThat(names(snapshot, view("doc:?"))).containsExactly("b");
    for (String each : List.of("a", "c", "b", "a")) {
      assertThat(names(snapshot, view("doc:?", own(0, "user:ann", "viewer", "doc:" + each))))
          .isEqualTo(
              List.of("a", "b", "c").stream()
                  .filter(n -> n.equals("b") || n.equals(each))
                  .toList());
      assertThat(names(snapshot, view("doc:?"))).containsExactly("b");
    }
  }

  /** A name that a later version has and the request too comes once, as the request's. */
  @Test
  void aNameThatIsStoredMeanwhileComesOnce() {
    PolicySnapshot before = policy.snapshot();
    PolicySnapshot after =
        before.apply(8, List.of(FactChange.added(own(9, "user:ann", "viewer", "doc:a"))));
    assertThat(names(after, view("doc:?"))).containsExactly("a", "b");
    assertThat(names(before, view("doc:?", own(0, "user:ann", "viewer", "doc:a"))))
        .containsExactly("a", "b");
  }

  private static List<String> names(PolicySnapshot snapshot, DecisionRequest request) {
    WalkMeter meter = new WalkMeter(WorkBudget.perDecision(10_000), 0);
    Iterator<Prospect> all =
        Objects.requireNonNull(
            ReverseLookup.resources(snapshot, request, null, TestPolicy.NOW, meter));
    List<String> known = new ArrayList<>();
    all.forEachRemaining(each -> {
      if (each.known()) {
        known.add(each.id());
      }
    });
    return known;
  }
}
