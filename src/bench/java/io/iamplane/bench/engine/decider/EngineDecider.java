package io.iamplane.bench.engine.decider;

import io.iamplane.bench.engine.workload.Ask;
import io.iamplane.bench.engine.workload.Edge;
import io.iamplane.bench.engine.workload.FiveConjuncts;
import io.iamplane.bench.engine.workload.Rule;
import io.iamplane.bench.engine.workload.Workload;
import io.iamplane.decision.engine.PolicyEngine;
import io.iamplane.decision.engine.PolicySnapshot;
import io.iamplane.decision.engine.SnapshotBuilder;
import io.iamplane.decision.engine.fact.ApplicationFact;
import io.iamplane.decision.engine.fact.Fact;
import io.iamplane.decision.engine.fact.GrantFact;
import io.iamplane.decision.engine.fact.GrantFact.Effect;
import io.iamplane.decision.engine.fact.GrantFact.Lifetime;
import io.iamplane.decision.engine.fact.GrantFact.Privilege;
import io.iamplane.decision.engine.fact.GrantFact.Status;
import io.iamplane.decision.engine.fact.ModelFact;
import io.iamplane.decision.engine.fact.PermissionFact;
import io.iamplane.decision.engine.fact.PermissionFact.Risk;
import io.iamplane.decision.engine.fact.RelationFact;
import io.iamplane.decision.engine.fact.RelationFact.Subject;
import io.iamplane.decision.engine.fact.RoleFact;
import io.iamplane.decision.engine.fact.SubjectFact;
import io.iamplane.decision.engine.question.Asked;
import io.iamplane.decision.engine.question.DecisionRequest;
import io.iamplane.decision.engine.question.DecisionRequest.Party;
import io.iamplane.language.condition.AttributeSchema;
import io.iamplane.language.condition.Condition;
import io.iamplane.language.condition.ConditionSyntaxException;
import io.iamplane.language.condition.Conditions;
import io.iamplane.language.relation.RelationModel;
import io.iamplane.shared.Aal;
import io.iamplane.shared.SubjectRef;
import java.time.Instant;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The engine of this project: a rule is a grant of a role, or a relation. */
final class EngineDecider implements Decider {

  private static final String APPLICATION = "shop";
  private static final int MAX_STEPS = 100_000;
  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

  private final PolicyEngine engine =
      new PolicyEngine(
          MAX_STEPS,
          defect -> {
            throw new IllegalStateException(defect);
          });
  private final PolicySnapshot snapshot;
  private final DecisionRequest[] requests;

  EngineDecider(Workload workload) {
    snapshot = snapshot(workload);
    requests =
        workload.asks().stream()
            .map(ask -> request(ask, workload.isSharing()))
            .toArray(DecisionRequest[]::new);
  }

  @Override
  public boolean allows(int ask) {
    return engine.decide(snapshot, requests[ask], NOW).allowed();
  }

  private static DecisionRequest request(Ask ask, boolean sharing) {
    SubjectRef resource = ask.resource();
    return new DecisionRequest(
        Party.of(ask.subject()),
        sharing
            ? new Asked.Relation(ask.permission(), APPLICATION)
            : new Asked.Permission(key(ask.permission()), null),
        new Party(resource.type(), resource.id(), ask.about()),
        Map.of(),
        ask.context(),
        Aal.AAL1);
  }

  private static PolicySnapshot snapshot(Workload workload) {
    SnapshotBuilder builder = PolicySnapshot.builder();
    builder.add(new ApplicationFact(APPLICATION, true)).add(new ModelFact(APPLICATION, model()));
    catalogue(workload, builder);
    workload.subjects().forEach((user, of) -> builder.add(new SubjectFact(user, null, true, of)));
    Set<SubjectRef> groups = new HashSet<>();
    for (Edge edge : workload.groups()) {
      if (groups.add(edge.above())) {
        builder.add(new SubjectFact(edge.above(), null, true, Map.of()));
      }
      builder.add(RelationFact.membership(id(), edge.above().id(), edge.below(), null));
    }
    for (Edge edge : workload.parents()) {
      builder.add(RelationFact.of(id(), Subject.of(edge.above()), "parent", edge.below()));
    }
    Condition condition = workload.conditional() ? condition() : null;
    workload.rules().forEach(rule -> builder.add(fact(rule, condition)));
    return builder.build(1);
  }

  private static void catalogue(Workload workload, SnapshotBuilder builder) {
    workload.permissions().forEach(permission -> builder.add(permission(key(permission))));
    workload
        .roles()
        .forEach((role, permissions) -> {
          Set<String> keys =
              permissions.stream().map(EngineDecider::key).collect(Collectors.toSet());
          builder.add(new RoleFact(role, keys, Set.of(), Set.of(), false));
        });
  }

  private static PermissionFact permission(String key) {
    return new PermissionFact(key, APPLICATION, null, null, null, Risk.LOW, Aal.AAL1);
  }

  private static Fact fact(Rule rule, @Nullable Condition condition) {
    SubjectRef resource = rule.resource();
    if (rule.role() == null) {
      boolean members = rule.subject().type().equals(SubjectRef.GROUP);
      Subject subject = new Subject(rule.subject(), members ? "member" : null);
      return RelationFact.of(id(), subject, "viewer", Objects.requireNonNull(resource));
    }
    return new GrantFact(
        id(),
        rule.subject(),
        Privilege.role(rule.role()),
        rule.deny() ? Effect.DENY : Effect.PERMIT,
        null,
        resource,
        condition,
        Lifetime.ALWAYS,
        Status.ACTIVE);
  }

  private static RelationModel model() {
    Map<String, Object> type =
        Map.of(
            "relations", Map.of("parent", "folder", "viewer", "user | group#member"),
            "permissions", Map.of(Workload.READ, "viewer | parent->" + Workload.READ));
    return Objects.requireNonNull(
        RelationModel.parse(Map.of("folder", type, "document", type)).model());
  }

  private static Condition condition() {
    try {
      return Conditions.compile(FiveConjuncts.TEXT, AttributeSchema.EMPTY);
    } catch (ConditionSyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String key(String permission) {
    return APPLICATION + ":" + permission;
  }

  private static String id() {
    return UUID.randomUUID().toString();
  }
}
