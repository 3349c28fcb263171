package io.iamplane.escalation;

import io.iamplane.catalog.application.Application;
import io.iamplane.decision.engine.CatalogPermission;
import io.iamplane.decision.engine.ClauseTerms;
import io.iamplane.decision.engine.Reach;
import io.iamplane.decision.engine.ReadRelation;
import io.iamplane.decision.engine.fact.PermissionFact;
import io.iamplane.grant.relation.Relation;
import io.iamplane.grant.relation.RelationCondition;
import io.iamplane.grant.relation.RelationKind;
import io.iamplane.grant.relation.RelationSchemas;
import io.iamplane.language.relation.RelationLink;
import io.iamplane.language.relation.RelationModel;
import io.iamplane.language.relation.RelationPaths;
import io.iamplane.language.relation.RelationSource;
import io.iamplane.language.relation.RelationSource.Sign;
import io.iamplane.language.relation.SubjectType;
import io.iamplane.shared.SubjectRef;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The privileged permissions that relations give or take, by the models of one tenant. */
final class RelationRights {

  private final Map<Form, Gift> gifts = new HashMap<>();

  /** The permissions of all subjects of a type on themselves, by the type. */
  private final Map<String, Set<String>> ofThemselves = new HashMap<>();

  private final RelationSchemas schemas;
  private final long now;

  /** Relations that do the same. */
  private record Form(RelationSource source, @Nullable SubjectType subject) {}

  /**
   * The effect of such a relation.
   *
   * @param direct permissions that its subject gains or loses
   * @param beyond permissions by the relations that end the chains through its subject
   */
  private record Gift(Set<String> direct, Map<Set<RelationSource>, Set<String>> beyond) {

    Gift() {
      // Equal ends of one model are the same set.
      this(new TreeSet<>(), new IdentityHashMap<>());
    }
  }

  RelationRights(Judgement judgement, List<Application> applications) {
    this.schemas = new RelationSchemas(applications);
    this.now = judgement.now();
    // Many permissions may stand on one name; each name is followed once.
    Map<Name, Set<String>> named = new LinkedHashMap<>();
    for (String key : bound(judgement)) {
      PermissionFact fact = Objects.requireNonNull(judgement.powers().permission(key)).fact();
      if (fact.resourceType() != null && fact.relation() != null) {
        Name name = new Name(fact.application(), fact.resourceType(), fact.relation());
        named.computeIfAbsent(name, _ -> new TreeSet<>()).add(key);
      }
    }
    for (Application application : applications) {
      RelationModel model =
          named.keySet().stream().anyMatch(name -> name.application().equals(application.key()))
              ? application.model()
              : null;
      if (model != null) {
        follow(application.key(), new RelationPaths(model), named);
      }
    }
  }

  /** The name in a model that a permission depends on. */
  private record Name(String application, String type, String name) {}

  private void follow(String application, RelationPaths paths, Map<Name, Set<String>> named) {
    named.forEach((name, keys) -> {
      if (name.application().equals(application)) {
        if (paths.isOfItself(name.type(), name.name())) {
          ofThemselves.computeIfAbsent(name.type(), _ -> new TreeSet<>()).addAll(keys);
        }
        paths.of(name.type(), name.name()).forEach(link -> add(link, keys));
      }
    });
  }

  private void add(RelationLink link, Set<String> keys) {
    Gift gift = gifts.computeIfAbsent(new Form(link.source(), link.subject()), _ -> new Gift());
    if (link.direct()) {
      gift.direct().addAll(keys);
    }
    if (!link.ends().isEmpty()) {
      gift.beyond().computeIfAbsent(link.ends(), _ -> new TreeSet<>()).addAll(keys);
    }
  }

  /** The names of all relations that bear on anything privileged. */
  Set<String> relations() {
    Set<String> names = new TreeSet<>();
    gifts.keySet().forEach(form -> names.add(form.source().relation()));
    return names;
  }

  /** Returns the permissions that depend on relations of one kind with conditions that may turn. */
  Set<String> restingOn(ReadRelation read) {
    Set<String> keys = new TreeSet<>();
    gifts.forEach((form, gift) -> {
      RelationSource source = form.source();
      boolean concerned =
          switch (source.sign()) {
            case GIVES -> read.mayTurnTrue();
            case TAKES -> read.mayTurnFalse();
          };
      if (concerned
          && source.type().equals(read.type())
          && source.relation().equals(read.relation())) {
        keys.addAll(gift.direct());
        gift.beyond().values().forEach(keys::addAll);
      }
    });
    return keys;
  }

  /** The privileged permissions that a relation gives. */
  static Set<String> bound(Judgement judgement) {
    return judgement
        .powers()
        .permissions(key -> {
          CatalogPermission permission = judgement.powers().permission(key);
          return permission != null && permission.fact().relation() != null;
        });
  }

  /** Returns the rights that a relation gives to its own subject, or takes. */
  Reach direct(Relation relation, Sign sign) {
    Gift gift = gift(relation, sign);
    return gift == null ? new Reach() : reach(gift.direct(), relation);
  }

  /** Returns the rights given, or taken, at the end of chains through a relation's subject. */
  Reach beyond(Relation relation, Sign sign, Predicate<Set<RelationSource>> ended) {
    Gift gift = gift(relation, sign);
    return gift == null ? new Reach() : reach(beyond(gift, ended), relation);
  }

  /** Returns the rights of a subject on itself without any relation; none for a group. */
  Reach onItself(SubjectRef subject) {
    return Reach.always(
        subject.type().equals(SubjectRef.GROUP)
            ? Set.of()
            : ofThemselves.getOrDefault(subject.type(), Set.of()));
  }

  /** Returns the rights that membership in a group gives, or takes, by the models. */
  Reach ofMembers(Sign sign) {
    Gift gift = gifts.get(new Form(RelationSource.ofMembers(sign), null));
    return Reach.always(gift == null ? Set.of() : gift.direct());
  }

  /** Returns the rights given, or taken, by a relation to a member of a group. */
  Reach beyondMembers(Sign sign, Predicate<Set<RelationSource>> ended) {
    Gift gift = gifts.get(new Form(RelationSource.ofMembers(sign), null));
    return Reach.always(gift == null ? Set.of() : beyond(gift, ended));
  }

  /** Returns true if some relation could take a right. */
  boolean isTaken(String right) {
    return gifts.entrySet().stream()
        .anyMatch(
            each -> each.getKey().source().sign() == Sign.TAKES && isOf(each.getValue(), right));
  }

  /** Returns the rights of all relations of this sign. */
  Reach all(Sign sign) {
    Reach reach = new Reach();
    gifts.forEach((form, gift) -> {
      if (form.source().sign() == sign) {
        reach.addAll(Reach.always(gift.direct()));
        gift.beyond().values().forEach(keys -> reach.addAll(Reach.always(keys)));
      }
    });
    return reach;
  }

  /** Returns the rights of all relations of this sign by chains with some ends. */
  Reach beyondAll(Sign sign, Predicate<Set<RelationSource>> ended) {
    Reach reach = new Reach();
    gifts.forEach((form, gift) -> {
      if (form.source().sign() == sign) {
        reach.addAll(Reach.always(beyond(gift, ended)));
      }
    });
    return reach;
  }

  /** The relations that give or take anything. */
  Set<RelationKind> kinds(Sign sign) {
    Set<RelationKind> kinds = new HashSet<>();
    gifts.keySet().stream()
        .filter(form -> form.source().sign() == sign && form.subject() != null)
        .forEach(form -> kinds.add(kind(form.source())));
    return kinds;
  }

  /** The last relations of chains. */
  Set<RelationKind> ends() {
    Set<RelationKind> kinds = new HashSet<>();
    for (Gift gift : gifts.values()) {
      gift.beyond().keySet().forEach(ends -> ends.forEach(end -> kinds.add(kind(end))));
    }
    return kinds;
  }

  static RelationKind kind(RelationSource source) {
    return new RelationKind(source.type(), source.relation());
  }

  private @Nullable Gift gift(Relation relation, Sign sign) {
    RelationSource source = new RelationSource(relation.object().type(), relation.relation(), sign);
    RelationCondition named = relation.namedCondition();
    return gifts.get(
        new Form(
            source,
            new SubjectType(
                relation.subject().type(),
                relation.subjectRelation(),
                relation.subjectRelation() == null && relation.subject().id().equals("*"),
                named == null ? null : named.name())));
  }

  private Reach reach(Set<String> keys, Relation relation) {
    Reach reach = new Reach();
    if (!keys.isEmpty()) {
      ClauseTerms terms = Rights.terms(relation, schemas.of(relation));
      keys.forEach(key -> reach.add(key, terms));
    }
    return reach.under(ClauseTerms.ALWAYS, now);
  }

  private static Set<String> beyond(Gift gift, Predicate<Set<RelationSource>> ended) {
    Set<String> keys = new TreeSet<>();
    gift.beyond()
        .forEach((ends, some) -> {
          if (ended.test(ends)) {
            keys.addAll(some);
          }
        });
    return keys;
  }

  private static boolean isOf(Gift gift, String right) {
    return gift.direct().contains(right)
        || gift.beyond().values().stream().anyMatch(keys -> keys.contains(right));
  }
}
