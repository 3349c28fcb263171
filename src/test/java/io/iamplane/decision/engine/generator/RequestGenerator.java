package io.iamplane.decision.engine.generator;

import io.iamplane.decision.engine.fact.Fact;
import io.iamplane.decision.engine.fact.GrantFact;
import io.iamplane.decision.engine.fact.GrantFact.Privilege;
import io.iamplane.decision.engine.fact.ModelFact;
import io.iamplane.decision.engine.fact.PermissionFact;
import io.iamplane.decision.engine.fact.RelationFact;
import io.iamplane.decision.engine.fact.RelationFact.Subject;
import io.iamplane.decision.engine.question.Asked;
import io.iamplane.decision.engine.question.DecisionRequest;
import io.iamplane.decision.engine.question.DecisionRequest.Party;
import io.iamplane.shared.Aal;
import io.iamplane.shared.SubjectRef;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Requests over the same names as the policies. */
public final class RequestGenerator {

  private final Dice dice;
  private final Names names;
  private final FactGenerator facts;
  private final List<GrantFact> grants;
  private final List<RelationFact> relations;
  private final Map<String, PermissionFact> permissions = new HashMap<>();

  /** Makes a generator with many requests about subjects and objects of the policy. */
  public RequestGenerator(Dice dice, List<Fact> policy) {
    this.dice = dice;
    this.names = new Names(dice);
    this.facts = new FactGenerator(dice, false);
    this.grants = only(policy, GrantFact.class);
    this.relations =
        only(policy, RelationFact.class).stream().filter(each -> !each.isMembership()).toList();
    only(policy, ModelFact.class).forEach(facts::fit);
    only(policy, PermissionFact.class).forEach(each -> permissions.put(each.key(), each));
  }

  private static <T> List<T> only(List<Fact> facts, Class<T> type) {
    return facts.stream().filter(type::isInstance).map(type::cast).toList();
  }

  public DecisionRequest request() {
    GrantFact grant = grants.isEmpty() || dice.once(3) ? null : dice.of(grants);
    RelationFact relation = relations.isEmpty() || dice.once(2) ? null : dice.of(relations);
    SubjectRef subject =
        dice.once(8) ? names.subject() : names.object(dice.of("user", "user", "user", "group"));
    SubjectRef resource = names.object(dice.once(8) ? names.type() : dice.of("doc", "folder"));
    Asked asked = asked();
    String userset = relation == null ? null : relation.subject().relation();
    if (relation != null && userset != null && dice.once(3)) {
      SubjectRef of = relation.subject().ref();
      SubjectRef set = new SubjectRef(of.type(), of.id() + "#" + userset);
      Asked name = new Asked.Relation(names.name(), names.application());
      return request(set, name, relation.object());
    }
    if (relation != null) {
      resource = relation.object();
    } else if (grant != null) {
      subject = grant.subject().type().equals("user") ? grant.subject() : subject;
      resource = grant.scope() == null ? resource : grant.scope();
      asked =
          grant.privilege().kind() == Privilege.Kind.PERMISSION
              ? new Asked.Permission(grant.privilege().key(), null)
              : asked;
    }
    return request(subject, asked, fitting(asked, resource));
  }

  /**
   * A question about a set: a stored userset, one of the resource's own names, everyone of a type,
   * or some name of some object.
   */
  public DecisionRequest requestOfSet() {
    RelationFact relation = relations.isEmpty() || dice.once(6) ? null : dice.of(relations);
    SubjectRef resource =
        relation == null ? names.object(dice.of("doc", "folder")) : relation.object();
    SubjectRef subject =
        switch (dice.roll(4)) {
          case 0 -> new SubjectRef(dice.once(4) ? names.type() : "user", "*");
          case 1 -> set(resource, names.name());
          case 2 -> set(names.object(names.type()), dice.of(names.name(), "member"));
          default -> stored(resource);
        };
    return asked(subject, new Asked.Relation(names.name(), names.application()), resource);
  }

  private static SubjectRef set(SubjectRef of, String name) {
    return new SubjectRef(of.type(), of.id() + "#" + name);
  }

  /** One that some relation is stored for, else one of the resource. */
  private SubjectRef stored(SubjectRef resource) {
    for (int i = 0; i < 20 && !relations.isEmpty(); i++) {
      Subject subject = dice.of(relations).subject();
      String name = subject.relation();
      if (name != null) {
        return set(subject.ref(), name);
      }
    }
    return set(resource, names.name());
  }

  /** Mostly a resource of the type that the permission is about: else its grants never matter. */
  private SubjectRef fitting(Asked asked, SubjectRef resource) {
    PermissionFact permission =
        asked instanceof Asked.Permission(String key, _, _) ? permissions.get(key) : null;
    String type = permission == null ? null : permission.resourceType();
    return type == null || type.equals(resource.type()) || dice.once(10)
        ? resource
        : names.object(type);
  }

  private DecisionRequest request(SubjectRef subject, Asked asked, SubjectRef resource) {
    boolean everyone = subject.id().equals("*") && !dice.once(3);
    String set = dice.once(12) && !subject.id().equals("*") ? "#" + names.name() : "";
    String id = (everyone ? "u1" : subject.id()) + set;
    return asked(new SubjectRef(subject.type(), id), asked, resource);
  }

  private DecisionRequest asked(SubjectRef subject, Asked asked, SubjectRef resource) {
    return new DecisionRequest(
        new Party(subject.type(), subject.id(), facts.attributes()),
        asked,
        dice.once(20) ? null : new Party(resource.type(), resource.id(), facts.attributes()),
        dice.once(4) ? Map.of("name", "forged") : Map.of(),
        context(),
        dice.of(Aal.AAL1, Aal.AAL1, Aal.AAL2));
  }

  private Map<String, Object> context() {
    Map<String, Object> context = new HashMap<>();
    if (dice.once(2)) {
      context.put("level", dice.once(12) ? "high" : dice.roll(2));
    }
    ModelConditions.values(dice, 3).forEach(context::putIfAbsent);
    return context;
  }

  private Asked asked() {
    if (dice.once(6)) {
      String name = dice.of("go", "read", names.name());
      return new Asked.Action(name, dice.once(12) ? null : names.application());
    }
    if (dice.once(2)) {
      return new Asked.Relation(names.name(), dice.once(12) ? null : names.application());
    }
    String key = names.permission();
    return dice.once(8)
        ? new Asked.Permission(key.substring(2), names.application())
        : new Asked.Permission(key, dice.maybe(16, names::application));
  }

  /**
   * Adds a few contextual relations to a request: some stored already, some about its resource,
   * some memberships. Separate from {@link #request}, so that a seed keeps its meaning.
   */
  public DecisionRequest withRelations(DecisionRequest request) {
    List<RelationFact> own = new ArrayList<>();
    for (int i = dice.roll(10); i > 0; i--) {
      String place = "contextual_relations[" + own.size() + "]";
      RelationFact like =
          relations.isEmpty() || !dice.once(3) ? facts.relation() : dice.of(relations);
      Party about = request.resource();
      SubjectRef object =
          about != null && about.type().equals(like.object().type()) && dice.once(2)
              ? new SubjectRef(about.type(), about.id())
              : dice.once(3) ? names.object(like.object().type()) : like.object();
      Subject subject =
          like.subject().ref().type().equals(request.subject().type())
                  && like.subject().relation() == null
                  && dice.once(2)
              ? Subject.of(new SubjectRef(request.subject().type(), request.subject().id()))
              : like.subject();
      own.add(
          new RelationFact(
              place,
              subject,
              like.relation(),
              object,
              like.condition(),
              like.from(),
              like.until()));
    }
    return request.with(own);
  }

  public Instant time() {
    return names.time();
  }
}
