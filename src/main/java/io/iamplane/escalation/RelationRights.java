package io.iamplane.escalation;

import io.iamplane.decision.engine.AttributeChange;
import io.iamplane.decision.engine.CatalogPermission;
import io.iamplane.decision.engine.Right;
import io.iamplane.decision.engine.fact.PermissionFact;
import io.iamplane.escalation.RelationUses.Budget;
import io.iamplane.escalation.RelationUses.Use;
import io.iamplane.grant.relation.RelationKind;
import io.iamplane.grant.relation.RelationService;
import io.iamplane.language.relation.RelationModel;
import io.iamplane.shared.SubjectRef;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The privileged permissions that relations give by the models of one tenant, and the kinds of
 * relations that subjects have. Asks one question for the caller's accounts, and one for each
 * further subject.
 */
final class RelationRights {

  /** The number of names to follow in the models; beyond it, each relation counts for each name. */
  private static final int MOST_NAMES = 500_000;

  /** The number of lookups of one question; beyond it, a subject counts as having all kinds. */
  static final int MOST_LOOKUPS = 20_000;

  private final Judgement judgement;
  private final RelationService relations;
  private final Map<SubjectRef, Ties> ties = new HashMap<>();
  private final Map<Bound, Boolean> ends = new IdentityHashMap<>();
  private @Nullable List<Bound> bounds;
  private @Nullable Set<RelationKind> all;
  private @Nullable Ties handed;
  private int questions;

  RelationRights(Judgement judgement, RelationService relations) {
    this.judgement = judgement;
    this.relations = relations;
  }

  /** The name in a model that permissions depend on. */
  private record Name(String application, String type, String name) {}

  /** The permissions that depend on one name, and the relations that it may rest on. */
  record Bound(String type, Set<String> keys, RelationUses uses) {

    Collection<Right> rights(long until) {
      return keys.stream().map(key -> new Right(key, Right.ANY, until)).toList();
    }

    /** Returns true if a relation of those has a condition that reads changed attributes. */
    boolean isReadBy(Judgement judgement, AttributeChange change) {
      return judgement.snapshot().isReadByRelation("member", change)
          || uses.kinds().stream()
              .anyMatch(kind -> judgement.snapshot().isReadByRelation(kind.relation(), change));
    }
  }

  /** The kinds of relations that some subjects have, and if one of them is in a group. */
  private record Ties(Set<RelationKind> kinds, boolean grouped) {

    Set<Use> uses(Bound bound) {
      Set<Use> uses = bound.uses().of(kinds);
      if (grouped) {
        uses.addAll(bound.uses().ofMembers());
      }
      return uses;
    }
  }

  /** Counts the database queries. */
  int questions() {
    return questions;
  }

  /** The privileged permissions that depend on relations, by name. */
  List<Bound> bounds() {
    List<Bound> found = bounds;
    if (found == null) {
      found = new ArrayList<>();
      Budget budget = new Budget(MOST_NAMES);
      for (Map.Entry<Name, Set<String>> each : named().entrySet()) {
        Name name = each.getKey();
        RelationModel model = judgement.snapshot().model(name.application());
        if (model != null) {
          RelationUses uses = new RelationUses(model, name.type(), name.name(), budget);
          found.add(new Bound(name.type(), each.getValue(), uses));
        }
      }
      bounds = found;
    }
    return found;
  }

  private Map<Name, Set<String>> named() {
    Map<Name, Set<String>> named = new LinkedHashMap<>();
    for (String key : judgement.powers().permissions(_ -> true)) {
      CatalogPermission permission = Objects.requireNonNull(judgement.powers().permission(key));
      PermissionFact fact = permission.fact();
      if (fact.resourceType() != null && fact.relation() != null) {
        Name name = new Name(fact.application(), fact.resourceType(), fact.relation());
        named.computeIfAbsent(name, _ -> new TreeSet<>()).add(key);
      }
    }
    return named;
  }

  /** The ways in which relations of a subject, of everyone and of its groups bear on a name. */
  Set<Use> uses(Bound bound, SubjectRef subject) {
    return ties.computeIfAbsent(subject, each -> find(judgement.reader().holders(Set.of(each))))
        .uses(bound);
  }

  /** Returns true if a subject may have the permissions by a relation, or on itself. */
  boolean mayHold(Bound bound, SubjectRef subject) {
    return (bound.uses().isOfItself() && bound.type().equals(subject.type()))
        || uses(bound, subject).stream().anyMatch(use -> use.direct() && !use.takes());
  }

  /** Returns true if one of the caller's accounts has a relation that may end a chain. */
  boolean mayEnd(Bound bound) {
    return ends.computeIfAbsent(
        bound,
        each -> judgement.hand().isLarge() || handed().uses(each).stream().anyMatch(Use::direct));
  }

  private Ties handed() {
    if (handed == null) {
      handed = find(judgement.hand().holders());
    }
    return handed;
  }

  private Ties find(Set<SubjectRef> holders) {
    Set<RelationKind> of = all();
    boolean grouped =
        holders.stream()
            .anyMatch(each -> each.type().equals(SubjectRef.GROUP) && !each.id().equals("*"));
    if (of.isEmpty() || (long) of.size() * holders.size() > MOST_LOOKUPS) {
      return new Ties(of, grouped);
    }
    questions++;
    return new Ties(relations.kinds(judgement.organization(), holders, of), grouped);
  }

  private Set<RelationKind> all() {
    if (all == null) {
      all =
          bounds().stream()
              .flatMap(bound -> bound.uses().kinds().stream())
              .collect(Collectors.toSet());
    }
    return all;
  }
}
