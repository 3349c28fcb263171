package io.iamplane.decision.engine.generator;

import io.iamplane.decision.engine.fact.ApplicationFact;
import io.iamplane.decision.engine.fact.ConditionUse;
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
import io.iamplane.language.condition.Condition;
import io.iamplane.language.condition.Root;
import io.iamplane.language.relation.RelationModel;
import io.iamplane.language.relation.SubjectType;
import io.iamplane.language.relation.TypeDefinition;
import io.iamplane.shared.Aal;
import io.iamplane.shared.SubjectRef;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Single facts. */
final class FactGenerator {

  private final Dice dice;
  private final Names names;
  private final ModelGenerator models;
  private final boolean relational;
  private final List<RelationModel> made = new ArrayList<>();
  private int nextId = 100;

  /**
   * Makes a generator.
   *
   * @param relational mostly relations and few conditions, so that walks go far
   */
  FactGenerator(Dice dice, boolean relational) {
    this.dice = dice;
    this.relational = relational;
    this.names = new Names(dice);
    this.models = new ModelGenerator(dice);
  }

  Fact any() {
    if (relational && !dice.once(3)) {
      return relation();
    }
    return switch (dice.roll(40)) {
      case 0, 1, 2, 3, 4 -> subject();
      case 5, 6, 7, 8, 9, 10 -> membership();
      case 11 -> application();
      case 12, 13, 14 -> permission();
      case 15, 16, 17 -> role();
      case 18 -> model();
      case 19, 20, 21, 22, 23, 24, 25, 26, 27 -> grant();
      default -> relation();
    };
  }

  /** Has relations fit a model that was made elsewhere. */
  void fit(ModelFact model) {
    made.add(model.model());
  }

  private String id() {
    return String.valueOf(nextId++);
  }

  SubjectFact subject() {
    SubjectRef ref = names.entry(dice.of("user", "user", "user", "group", "group", names.type()));
    String external = dice.maybe(2, () -> dice.of("x" + dice.roll(3), "u1", "g1", "d1"));
    return new SubjectFact(ref, external, !dice.once(12), attributes());
  }

  Map<String, Object> attributes() {
    Map<String, Object> attributes = new HashMap<>();
    if (dice.once(3)) {
      attributes.put("level", dice.roll(2));
    }
    if (dice.once(6)) {
      attributes.put("id", "forged");
      attributes.put("external_id", dice.of("x0", "u1"));
    }
    return attributes;
  }

  @Nullable Condition condition() {
    if (!dice.once(relational ? 12 : 4)) {
      return null;
    }
    return switch (dice.roll(6)) {
      case 0 -> StubCondition.TRUE;
      case 1 -> StubCondition.FALSE;
      case 2 -> StubCondition.ERROR;
      case 3 -> new StubCondition.Equal(Root.CONTEXT, "level", dice.roll(2));
      case 4 ->
          new StubCondition.Equal(dice.of(Root.SUBJECT, Root.RESOURCE), "level", dice.roll(2));
      default ->
          dice.of(
              new StubCondition.Equal(Root.SUBJECT, "id", "u1"),
              new StubCondition.Equal(Root.RESOURCE, "id", "d1"),
              new StubCondition.Equal(
                  dice.of(Root.SUBJECT, Root.RESOURCE), "external_id", dice.of("x0", "x1", "u1")),
              new StubCondition.Equal(Root.ACTION, "name", "go"),
              new StubCondition.Equal(Root.REQUEST, "application", "a"),
              new StubCondition.Equal(Root.REQUEST, "time", names.time()));
    };
  }

  RelationFact membership() {
    SubjectRef member = dice.once(3) ? names.object("group") : names.subject();
    return RelationFact.membership(id(), names.object("group").id(), member, condition());
  }

  ApplicationFact application() {
    return new ApplicationFact(names.application(), !dice.once(20));
  }

  PermissionFact permission() {
    String key = names.permission();
    return new PermissionFact(
        key,
        key.substring(0, 1),
        dice.once(4) ? null : dice.of("doc", "doc", "folder", "team", "group"),
        dice.maybe(2, () -> dice.of("go", "read")),
        dice.once(3) ? null : names.name(),
        Risk.LOW,
        dice.of(Aal.AAL1, Aal.AAL1, Aal.AAL2));
  }

  RoleFact role() {
    Set<String> permissions = new HashSet<>();
    for (int i = dice.roll(3); i > 0; i--) {
      permissions.add(names.permission());
    }
    Set<String> includes = new HashSet<>();
    for (int i = dice.roll(3); i > 0; i--) {
      includes.add(names.role());
    }
    String prefix = dice.of("a:", "a:x.", "b:y.", "c:");
    Set<RoleFact.Pattern> patterns = dice.once(3) ? Set.of(new RoleFact.Pattern(prefix)) : Set.of();
    return new RoleFact(names.role(), permissions, patterns, includes, false);
  }

  ModelFact model() {
    return model(names.application());
  }

  ModelFact model(String application) {
    RelationModel model = models.model();
    made.add(model);
    return new ModelFact(application, model);
  }

  GrantFact grant() {
    return new GrantFact(
        id(),
        dice.once(3) ? names.object("group") : names.subject(),
        dice.once(2) ? Privilege.role(names.role()) : Privilege.permission(names.permission()),
        dice.once(5) ? Effect.DENY : Effect.PERMIT,
        dice.maybe(6, names::application),
        dice.maybe(3, this::scope),
        condition(),
        lifetime(),
        dice.once(12) ? dice.of(Status.SUSPENDED, Status.REVOKED) : Status.ACTIVE);
  }

  private SubjectRef scope() {
    SubjectRef object = names.object(dice.of("doc", "folder", "folder", names.type()));
    return new SubjectRef(object.type(), dice.once(5) ? "*" : object.id());
  }

  private Lifetime lifetime() {
    if (!dice.once(6)) {
      return Lifetime.ALWAYS;
    }
    Instant from = dice.maybe(2, names::time);
    Instant until = dice.maybe(2, names::time);
    boolean dormant = dice.once(3);
    Instant activated = dice.maybe(2, names::time);
    // Not thrown, so that a seed goes on meaning what it meant.
    boolean ends = activated != null && activated.getEpochSecond() % 2 == 0;
    return new Lifetime(
        from, until, dormant, activated, ends ? activated.plusSeconds(3_600) : null);
  }

  RelationFact relation() {
    RelationFact fitting = made.isEmpty() || dice.once(6) ? null : fitting(dice.of(made));
    return fitting == null ? anyRelation() : fitting;
  }

  /** A relation that a model admits. */
  private @Nullable RelationFact fitting(RelationModel model) {
    String type = dice.of("doc", "doc", "doc", "folder", "folder", "team");
    TypeDefinition definition = model.types().get(type);
    if (definition == null || definition.relations().isEmpty()) {
      return null;
    }
    String relation = dice.of(List.copyOf(definition.relations().keySet()));
    SubjectType admitted = dice.of(definition.relations().get(relation));
    SubjectRef subject =
        admitted.wildcard() ? new SubjectRef(admitted.type(), "*") : names.object(admitted.type());
    RelationFact plain =
        relation(new Subject(subject, admitted.relation()), relation, names.object(type));
    String condition = admitted.condition();
    return condition == null || dice.once(12) ? plain : naming(plain, condition);
  }

  private RelationFact naming(RelationFact plain, String condition) {
    return new RelationFact(
        plain.id(),
        plain.subject(),
        plain.relation(),
        plain.object(),
        new ConditionUse(
            dice.once(12) ? dice.of(ModelConditions.NAMES) : condition,
            ModelConditions.values(dice, 2)),
        plain.from(),
        plain.until());
  }

  private RelationFact anyRelation() {
    SubjectRef subject = names.subject();
    String userset = dice.once(3) && !subject.id().equals("*") ? names.name() : null;
    String type = dice.of("doc", "folder", "team", "group", "user");
    RelationFact plain =
        relation(new Subject(subject, userset), names.relation(), names.object(type));
    return dice.once(12) ? naming(plain, dice.of(ModelConditions.NAMES)) : plain;
  }

  private RelationFact relation(Subject subject, String relation, SubjectRef object) {
    return new RelationFact(
        id(),
        subject,
        relation,
        object,
        condition(),
        dice.maybe(20, names::time),
        dice.maybe(20, names::time));
  }
}
