package io.iamplane.decision.engine;

import io.iamplane.decision.engine.fact.RelationFact;
import io.iamplane.decision.engine.question.Explanation;
import io.iamplane.decision.engine.question.Explanation.ContextualRelation;
import io.iamplane.decision.engine.question.Explanation.FailedCondition;
import io.iamplane.decision.engine.question.Explanation.Group;
import io.iamplane.decision.engine.question.Explanation.Walked;
import io.iamplane.language.condition.Attributes;
import io.iamplane.language.condition.Condition;
import io.iamplane.language.condition.StepMeter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Writes down an evaluation in words. Takes truths as {@link Truth} has them. */
final class Recorder {

  private static final String TOO_MUCH =
      "the decision reached its step limit before evaluating the condition";

  private final PolicySnapshot snapshot;
  private final Attributes attributes;
  private final Set<FailedCondition> failed = new LinkedHashSet<>();
  private final Map<String, Group> groups = new LinkedHashMap<>();
  private final List<Walked> walked = new ArrayList<>();

  private final Map<String, RelationFact> own = new HashMap<>();
  private final Set<RelationFact> contextual = new LinkedHashSet<>();

  /** Takes the contextual relations of the request. */
  Recorder(PolicySnapshot snapshot, Attributes attributes, List<RelationFact> relations) {
    this.snapshot = snapshot;
    this.attributes = attributes;
    relations.forEach(each -> own.put(each.id(), each));
  }

  /** The cost of the message of a condition that was not true goes to the meter. */
  void failed(FactId fact, Condition condition, int truth, StepMeter meter) {
    boolean error = truth == Truth.ERROR;
    String why = error ? TOO_MUCH : null;
    try {
      if (error) {
        why = condition.failure(attributes, meter);
      }
    } finally {
      // Also when telling why takes the last steps: that it failed is known.
      BoundCondition named = condition instanceof BoundCondition bound ? bound : null;
      failed.add(
          new FailedCondition(
              kind(fact),
              fact.id(),
              condition.canonical(),
              error,
              why,
              named == null ? null : named.name(),
              named == null || !error ? List.of() : named.missing()));
    }
  }

  private String kind(FactId fact) {
    if (fact instanceof IndexedGrant) {
      return "grant";
    }
    return fact instanceof Tuple tuple
            && snapshot.isMembership(tuple.object().type(), tuple.relation())
        ? "membership"
        : "relation";
  }

  /** A grant, membership or relation was met that holds. */
  void held(FactId fact) {
    RelationFact relation = fact instanceof Tuple ? own.get(fact.id()) : null;
    if (relation != null) {
      contextual.add(relation);
    }
  }

  void group(Node group, Ref via, int truth) {
    String name = name(group.ref());
    boolean certain = truth == Truth.TRUE;
    groups.put(name, new Group(name, name(via), certain));
  }

  void walked(Node object, int name, int depth, int truth) {
    String asked = snapshot.symbols().name(name);
    walked.add(new Walked(name(object.ref()), asked, depth, Explanation.Truth.values()[truth]));
  }

  private String name(Ref ref) {
    return ref.toSubjectRef(snapshot.symbols()).toString();
  }

  List<FailedCondition> failed() {
    return List.copyOf(failed);
  }

  List<Group> groups() {
    return List.copyOf(groups.values());
  }

  List<ContextualRelation> contextual() {
    return contextual.stream().map(ContextualRelation::of).toList();
  }

  List<Walked> walked() {
    return walked;
  }
}
