package io.iamplane.decision.engine;

import io.iamplane.decision.engine.fact.Fact;
import io.iamplane.decision.engine.generator.Dice;
import io.iamplane.decision.engine.generator.GeneratedPolicy;
import io.iamplane.decision.engine.generator.RequestGenerator;
import io.iamplane.decision.engine.question.Decision;
import io.iamplane.decision.engine.question.DecisionRequest;
import io.iamplane.decision.engine.question.Match;
import io.iamplane.decision.engine.question.ReasonCode;
import io.iamplane.decision.engine.reference.ReferenceEvaluator;
import io.iamplane.decision.engine.reference.ReferenceEvaluator.Answer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.UnaryOperator;

/** Puts generated requests on generated policies to both evaluators and counts. */
final class DifferentialRun {

  private final PolicyEngine engine;
  private final UnaryOperator<List<Fact>> loading;
  private final UnaryOperator<DecisionRequest> asking;
  final List<String> disagreements = new ArrayList<>();
  final Map<ReasonCode, Integer> reasons = new EnumMap<>(ReasonCode.class);
  final List<Throwable> defects = new ArrayList<>();

  /** Reasons of the questions about a userset or everyone. */
  final Map<ReasonCode, Integer> ofMany = new EnumMap<>(ReasonCode.class);

  /** True to ask about sets alone. */
  private boolean sets;

  /** True to ask every fourth question again with contextual relations. */
  private final boolean contextual;

  /** Reasons of the questions with contextual relations. */
  final Map<ReasonCode, Integer> ofContextual = new EnumMap<>(ReasonCode.class);

  long changedByRelations;

  final ConstructCounts constructs = new ConstructCounts();

  /** More are not kept: each has its seed, and one is enough to begin with. */
  private static final int MOST_DISAGREEMENTS = 100;

  long requests;

  /**
   * Prepares a run.
   *
   * @param loading maps the facts to those that the engine gets; not all of them plants a defect
   */
  DifferentialRun(UnaryOperator<List<Fact>> loading) {
    this(loading, UnaryOperator.identity());
  }

  /**
   * Prepares a run.
   *
   * @param asking maps a question to the one that the engine gets
   */
  DifferentialRun(UnaryOperator<List<Fact>> loading, UnaryOperator<DecisionRequest> asking) {
    this(loading, asking, false);
  }

  private DifferentialRun(
      UnaryOperator<List<Fact>> loading,
      UnaryOperator<DecisionRequest> asking,
      boolean contextual) {
    this.contextual = contextual;
    this.engine = new PolicyEngine(1_000_000, defects::add);
    this.loading = loading;
    this.asking = asking;
  }

  /**
   * A run with contextual relations.
   *
   * @param asking maps a question to the one that the engine gets
   */
  static DifferentialRun withRelations(UnaryOperator<DecisionRequest> asking) {
    return new DifferentialRun(UnaryOperator.identity(), asking, true);
  }

  /** A run that asks about sets alone: usersets, and everyone of a type. */
  static DifferentialRun ofSets() {
    DifferentialRun run = new DifferentialRun(UnaryOperator.identity());
    run.sets = true;
    return run;
  }

  /** Adds the findings of another run. */
  void add(DifferentialRun other) {
    disagreements.addAll(other.disagreements);
    defects.addAll(other.defects);
    requests += other.requests;
    changedByRelations += other.changedByRelations;
    other.reasons.forEach((reason, count) -> reasons.merge(reason, count, Integer::sum));
    other.ofMany.forEach((reason, count) -> ofMany.merge(reason, count, Integer::sum));
    other.ofContextual.forEach((reason, count) -> ofContextual.merge(reason, count, Integer::sum));
    constructs.add(other.constructs);
  }

  /** One policy: asks, changes it, asks again, and asks a fresh load too. */
  void policy(long seed, int perState) {
    Dice dice = new Dice(seed);
    GeneratedPolicy policy = new GeneratedPolicy(dice, 20 + dice.roll(80));
    PolicySnapshot snapshot = load(policy.facts());
    ask(seed, dice, policy, snapshot, snapshot, perState);
    for (int version = 2; version <= 3; version++) {
      snapshot = snapshot.apply(version, policy.change(1 + dice.roll(12)));
      ask(seed, dice, policy, snapshot, load(policy.facts()), perState);
    }
  }

  /** One policy, asked once; for a loading that drops facts that a change would remove. */
  void policyWithoutChanges(long seed, int count) {
    Dice dice = new Dice(seed);
    GeneratedPolicy policy = new GeneratedPolicy(dice, 20 + dice.roll(80));
    PolicySnapshot snapshot = load(policy.facts());
    ask(seed, dice, policy, snapshot, snapshot, count);
  }

  private PolicySnapshot load(List<Fact> facts) {
    SnapshotBuilder builder = PolicySnapshot.builder();
    loading.apply(facts).forEach(builder::add);
    return builder.build(1);
  }

  private void ask(
      long seed,
      Dice dice,
      GeneratedPolicy policy,
      PolicySnapshot snapshot,
      PolicySnapshot fresh,
      int count) {
    ReferenceEvaluator reference = new ReferenceEvaluator(policy.facts());
    RequestGenerator generator = new RequestGenerator(dice, policy.facts());
    constructs.policy(policy.facts());
    for (int i = 0; i < count; i++) {
      DecisionRequest request = sets ? generator.requestOfSet() : generator.request();
      Instant now = generator.time();
      Answer expected = reference.decide(request, now);
      compare(seed, request, now, expected, engine.decide(snapshot, asking.apply(request), now));
      if (fresh != snapshot && i % 4 == 0) {
        compare(seed, request, now, expected, engine.decide(fresh, asking.apply(request), now));
      }
      if (contextual && i % 4 == 0) {
        askWithRelations(seed, generator.withRelations(request), now, reference, snapshot);
        compare(seed, request, now, expected, engine.decide(snapshot, request, now));
      }
      requests++;
      constructs.question(request);
      reasons.merge(expected.reason(), 1, Integer::sum);
      String subject = request.subject().id();
      if (subject.equals("*") || subject.contains("#")) {
        ofMany.merge(expected.reason(), 1, Integer::sum);
      }
    }
  }

  private void askWithRelations(
      long seed,
      DecisionRequest request,
      Instant now,
      ReferenceEvaluator reference,
      PolicySnapshot snapshot) {
    constructs.question(request);
    Answer expected = reference.decide(request, now);
    compare(seed, request, now, expected, engine.decide(snapshot, asking.apply(request), now));
    ofContextual.merge(expected.reason(), 1, Integer::sum);
    if (reference.decide(request.with(List.of()), now).reason() != expected.reason()) {
      changedByRelations++;
    }
  }

  private void compare(
      long seed, DecisionRequest request, Instant now, Answer expected, Decision decision) {
    String grant =
        decision.matched().stream()
            .filter(match -> match.type().equals("grant"))
            .map(Match::id)
            .findFirst()
            .orElse(null);
    if (disagreements.size() >= MOST_DISAGREEMENTS) {
      return;
    }
    if (!expected.gives(decision.reason())
        || !Objects.equals(grant, expected.matched())
        || decision.requiredAal() != expected.requiredAal()) {
      disagreements.add(
          "seed %d: %s at %s: reference %s, engine %s %s"
              .formatted(seed, request, now, expected, decision, decision.requiredAal()));
    }
  }
}
