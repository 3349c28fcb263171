package io.iamplane.decision.engine;

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
import io.iamplane.decision.engine.fact.RoleFact;
import io.iamplane.decision.engine.fact.SubjectFact;
import io.iamplane.decision.engine.question.Asked;
import io.iamplane.decision.engine.question.Decision;
import io.iamplane.decision.engine.question.DecisionRequest;
import io.iamplane.decision.engine.question.DecisionRequest.Party;
import io.iamplane.decision.engine.question.Explanation;
import io.iamplane.decision.engine.reference.ReferenceEvaluator;
import io.iamplane.language.condition.AttributeSchema;
import io.iamplane.language.condition.Condition;
import io.iamplane.language.condition.ConditionSyntaxException;
import io.iamplane.language.condition.Conditions;
import io.iamplane.language.relation.RelationModel;
import io.iamplane.shared.Aal;
import io.iamplane.shared.SubjectRef;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A policy written in a test: the application {@code app} with the permissions {@code app:read} and
 * {@code app:write}, and the additions of the test, in texts such as {@code user:ann}. Each
 * decision is also checked against the reference evaluator.
 */
final class TestPolicy {

  static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");

  private final List<Fact> facts = new ArrayList<>();
  private final List<Throwable> defects = new ArrayList<>();
  private PolicyEngine engine = new PolicyEngine(10_000, defects::add);
  private int nextId = 1;

  TestPolicy() {
    add(new ApplicationFact("app", true));
    permission("app:read");
    permission("app:write");
  }

  TestPolicy add(Fact fact) {
    facts.add(fact);
    return this;
  }

  TestPolicy maxSteps(int steps) {
    engine = new PolicyEngine(steps, defects::add);
    return this;
  }

  static Condition condition(String text) {
    try {
      return Conditions.compile(text, AttributeSchema.EMPTY);
    } catch (ConditionSyntaxException e) {
      throw new IllegalArgumentException(text, e);
    }
  }

  static SubjectRef ref(String text) {
    return SubjectRef.parse(text).orElseThrow();
  }

  TestPolicy entry(String ref) {
    return add(new SubjectFact(ref(ref), null, true, Map.of()));
  }

  TestPolicy inactive(String ref) {
    return add(new SubjectFact(ref(ref), null, false, Map.of()));
  }

  TestPolicy member(String member, String group) {
    return member(member, group, null);
  }

  TestPolicy member(String member, String group, @Nullable Condition condition) {
    return add(RelationFact.membership("m" + nextId++, group, ref(member), condition));
  }

  TestPolicy permission(String key) {
    return add(
        new PermissionFact(
            key, key.substring(0, key.indexOf(':')), null, null, null, Risk.LOW, Aal.AAL1));
  }

  TestPolicy bound(String key, String type, String action, String relation, Aal aal) {
    String application = key.substring(0, key.indexOf(':'));
    return add(new PermissionFact(key, application, type, action, relation, Risk.LOW, aal));
  }

  TestPolicy role(String key, String... permissions) {
    return add(new RoleFact(key, Set.of(permissions), Set.of(), Set.of(), false));
  }

  TestPolicy including(String key, String... roles) {
    return add(new RoleFact(key, Set.of(), Set.of(), Set.of(roles), false));
  }

  TestPolicy permit(String subject, String privilege) {
    return grant(subject, privilege, Effect.PERMIT, null, null);
  }

  TestPolicy deny(String subject, String privilege) {
    return grant(subject, privilege, Effect.DENY, null, null);
  }

  TestPolicy permit(String subject, String privilege, @Nullable String scope) {
    return grant(subject, privilege, Effect.PERMIT, scope, null);
  }

  TestPolicy deny(String subject, String privilege, @Nullable String scope) {
    return grant(subject, privilege, Effect.DENY, scope, null);
  }

  /** A grant; a privilege with a colon is a permission, one without a role. */
  TestPolicy grant(
      String subject,
      String privilege,
      Effect effect,
      @Nullable String scope,
      @Nullable Condition condition) {
    return add(
        grantFact(
            subject, privilege, effect, scope, condition, Lifetime.ALWAYS, Status.ACTIVE, null));
  }

  GrantFact grantFact(
      String subject,
      String privilege,
      Effect effect,
      @Nullable String scope,
      @Nullable Condition condition,
      Lifetime lifetime,
      Status status,
      @Nullable String application) {
    SubjectRef on = scope == null ? null : ref(scope);
    return new GrantFact(
        "g" + nextId++,
        ref(subject),
        privilege.contains(":") ? Privilege.permission(privilege) : Privilege.role(privilege),
        effect,
        application,
        on,
        condition,
        lifetime,
        status);
  }

  TestPolicy model(Map<String, Object> types) {
    RelationModel.Parsed parsed = RelationModel.parse(types);
    if (parsed.model() == null) {
      throw new AssertionError(parsed.faults().toString());
    }
    return add(new ModelFact("app", parsed.model()));
  }

  static Map<String, Object> type(Map<String, String> relations, Map<String, String> permissions) {
    return Map.of("relations", relations, "permissions", permissions);
  }

  TestPolicy relation(String subject, String relation, String object) {
    return relation(subject, relation, object, null);
  }

  /** A relation; the subject may be a userset, {@code group:x#member}. */
  TestPolicy relation(
      String subject, String relation, String object, @Nullable Condition condition) {
    String[] parts = subject.split("#", 2);
    return add(
        new RelationFact(
            "t" + nextId++,
            new RelationFact.Subject(ref(parts[0]), parts.length == 1 ? null : parts[1]),
            relation,
            ref(object),
            condition,
            null,
            null));
  }

  List<Fact> facts() {
    return facts;
  }

  PolicySnapshot snapshot() {
    SnapshotBuilder builder = PolicySnapshot.builder();
    facts.forEach(builder::add);
    return builder.build(7);
  }

  Decision decide(String subject, String permission) {
    return decide(subject, permission, null);
  }

  Decision decide(String subject, String permission, @Nullable String resource) {
    return decide(request(subject, new Asked.Permission(permission, null), resource));
  }

  Decision relationOf(String subject, String name, String resource) {
    return decide(request(subject, new Asked.Relation(name, "app"), resource));
  }

  static DecisionRequest request(String subject, Asked asked, @Nullable String resource) {
    return DecisionRequest.of(
        Party.of(ref(subject)), asked, resource == null ? null : Party.of(ref(resource)));
  }

  Decision decide(DecisionRequest request) {
    Decision decision = decideAlone(request);
    ReferenceEvaluator.Answer answer = new ReferenceEvaluator(facts).decide(request, NOW);
    if (!answer.gives(decision.reason())) {
      throw new AssertionError("reference " + answer + ", engine " + decision);
    }
    return decision;
  }

  /** Without the reference, which knows no bounds. */
  Decision decideAlone(DecisionRequest request) {
    Decision decision = engine.decide(snapshot(), request, NOW);
    if (!defects.isEmpty()) {
      throw new AssertionError(defects.getFirst());
    }
    return decision;
  }

  /** Decides by what begins until a later time, too, if it may deny. */
  Decision decideAhead(String subject, String permission, Instant until) {
    DecisionRequest request = request(subject, new Asked.Permission(permission, null), null);
    WorkBudget budget = WorkBudget.perDecision(10_000);
    return new PolicyEngine(10_000, defects::add).decide(snapshot(), request, NOW, until, budget);
  }

  Explanation explain(DecisionRequest request) {
    return Objects.requireNonNull(engine.explain(snapshot(), request, NOW));
  }
}
