package io.iamplane.decision.engine.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.decision.engine.PolicyEngine;
import io.iamplane.decision.engine.PolicySnapshot;
import io.iamplane.decision.engine.SnapshotBuilder;
import io.iamplane.decision.engine.fact.Fact;
import io.iamplane.decision.engine.question.Asked;
import io.iamplane.decision.engine.question.Decision;
import io.iamplane.decision.engine.question.DecisionRequest;
import io.iamplane.decision.engine.question.DecisionRequest.Party;
import io.iamplane.decision.engine.question.Explanation;
import io.iamplane.decision.engine.question.Match;
import io.iamplane.decision.engine.reference.ReferenceEvaluator;
import io.iamplane.decision.matrix.MatrixCase;
import io.iamplane.decision.matrix.MatrixCheck;
import io.iamplane.decision.matrix.MatrixExpectation;
import io.iamplane.decision.matrix.MatrixFile;
import io.iamplane.decision.matrix.MatrixParty;
import io.iamplane.shared.Aal;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A file's tenant in the engine: loaded as written, and once more from the last fact to the first,
 * since the order of loading must not matter.
 */
final class MatrixTenant {

  private static final int PLENTY = 10_000;

  /** A case must not depend on the day on which it is asked. */
  private static final List<Instant> TIMES =
      List.of(
          Instant.parse("2026-03-01T12:00:00Z"),
          Instant.parse("2003-01-01T00:00:00Z"),
          Instant.parse("2089-12-31T23:59:59Z"));

  private final MatrixFacts source;
  private final PolicyEngine engine;
  private final List<PolicySnapshot> snapshots;
  private final ReferenceEvaluator reference;

  MatrixTenant(MatrixFile file) {
    source = MatrixFacts.of(file);
    Integer maxSteps = file.maxSteps();
    engine =
        new PolicyEngine(
            maxSteps == null ? PLENTY : maxSteps,
            defect -> {
              throw new AssertionError(defect);
            });
    snapshots = List.of(load(source.facts()), load(source.facts().reversed()));
    reference = new ReferenceEvaluator(source.facts());
  }

  private static PolicySnapshot load(List<Fact> facts) {
    SnapshotBuilder builder = PolicySnapshot.builder();
    facts.forEach(builder::add);
    return builder.build(1);
  }

  List<MatrixCase> cases() {
    return source.file().cases();
  }

  /** Asks a case in every way and compares. */
  void ask(MatrixCase each) {
    DecisionRequest request = request(each.asked());
    for (Instant now : TIMES) {
      for (PolicySnapshot snapshot : snapshots) {
        Decision decision = engine.decide(snapshot, request, now);
        compare(each.expect(), decision);
        explain(each.expect(), engine.explain(snapshot, request, now), decision);
        if (!each.beyondBounds()) {
          refer(decision, reference.decide(request, now));
        }
      }
    }
  }

  private static DecisionRequest request(MatrixCheck check) {
    String permission = check.permission();
    Asked asked =
        permission == null
            ? new Asked.Relation(Objects.requireNonNull(check.relation()), check.application())
            : new Asked.Permission(permission, check.application());
    return new DecisionRequest(
        Objects.requireNonNull(party(check.subject())),
        asked,
        party(check.resource()),
        Map.of(),
        check.context(),
        check.currentAal());
  }

  private static @Nullable Party party(@Nullable MatrixParty party) {
    return party == null ? null : new Party(party.type(), party.id(), party.properties());
  }

  private void compare(MatrixExpectation expect, Decision decision) {
    assertThat(decision.reason()).as("%s", decision).isEqualTo(expect.reason());
    assertThat(decision.allowed()).isEqualTo(expect.allowed());
    assertThat(decision.matched().isEmpty()).isEqualTo(!expect.matchesSomething());
    if (expect.matched() != null) {
      assertThat(source.label(grant(decision))).isEqualTo(expect.matched());
    }
    if (expect.matchedRelation() != null) {
      Match match = decision.matched().getFirst();
      assertThat(match.type()).isEqualTo("relation");
      assertThat(match.key()).isEqualTo(expect.matchedRelation());
    }
    if (expect.requiresStepUp() != null) {
      assertThat(decision.requiresStepUp()).isEqualTo(expect.requiresStepUp());
    }
    if (expect.requiredAal() != null) {
      assertThat(wire(decision.requiredAal())).isEqualTo(expect.requiredAal());
    }
  }

  private void explain(MatrixExpectation expect, Explanation explanation, Decision decision) {
    Decision again = explanation.decision();
    assertThat(again.reason()).isEqualTo(decision.reason());
    assertThat(again.matched()).isEqualTo(decision.matched());
    assertThat(again.requiredAal()).isEqualTo(decision.requiredAal());
    if (expect.failedConditions() != null) {
      assertThat(explanation.failedConditions()).hasSize(expect.failedConditions());
    }
    Explanation.Nearest nearest = explanation.nearest();
    if (expect.nearest() != null) {
      assertThat(nearest).isNotNull();
      assertThat(source.label(nearest.grantId())).isEqualTo(expect.nearest());
    }
    if (expect.nearestPrivilege() != null) {
      assertThat(nearest).isNotNull();
      assertThat(nearest.privilege()).isEqualTo(expect.nearestPrivilege());
    }
  }

  private static void refer(Decision decision, ReferenceEvaluator.Answer answer) {
    assertThat(answer.gives(decision.reason())).as("reference %s", answer).isTrue();
    assertThat(answer.matched()).as("reference").isEqualTo(grant(decision));
    assertThat(answer.requiredAal()).as("reference").isEqualTo(decision.requiredAal());
  }

  private static @Nullable String grant(Decision decision) {
    return decision.matched().stream()
        .filter(match -> match.type().equals("grant"))
        .map(Match::id)
        .findFirst()
        .orElse(null);
  }

  private static @Nullable String wire(@Nullable Aal aal) {
    return aal == null ? null : aal.wire();
  }
}
