package io.iamplane.decision.engine.reference;

import io.iamplane.decision.engine.fact.ConditionUse;
import io.iamplane.decision.engine.reference.ReferenceDirectory.Link;
import io.iamplane.language.condition.Condition.Outcome;
import io.iamplane.language.relation.RelationExpression;
import io.iamplane.language.relation.RelationExpression.All;
import io.iamplane.language.relation.RelationExpression.Exclusion;
import io.iamplane.language.relation.RelationExpression.Intersection;
import io.iamplane.language.relation.RelationExpression.Name;
import io.iamplane.language.relation.RelationExpression.Nil;
import io.iamplane.language.relation.RelationExpression.Self;
import io.iamplane.language.relation.RelationExpression.Stored;
import io.iamplane.language.relation.RelationExpression.Traversal;
import io.iamplane.language.relation.RelationExpression.Union;
import io.iamplane.language.relation.RelationModel;
import io.iamplane.language.relation.SubjectType;
import io.iamplane.language.relation.TypeDefinition;
import io.iamplane.shared.SubjectRef;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * The model's rules by the textbook: all expressions on all objects that could matter, and the
 * alternating fixed point over them (Van Gelder 1989). Goals in the lower bound are true, goals
 * outside of the upper bound are false, the rest is an error. The lower bound takes a failed
 * condition as false, the upper bound as true.
 */
final class ReferenceRelations {

  private final ReferenceDirectory directory;
  private final RelationModel model;
  private final ReferenceSubject subject;
  private final Map<SubjectRef, Outcome> groups;
  private final Function<Link, Outcome> conditions;
  private final Instant now;
  private final Map<String, List<Link>> admitted = new HashMap<>();

  /** An expression to evaluate on an object. */
  private record Goal(SubjectRef object, RelationExpression expression) {}

  ReferenceRelations(
      ReferenceDirectory directory,
      RelationModel model,
      ReferenceSubject subject,
      Map<SubjectRef, Outcome> groups,
      Function<Link, Outcome> conditions,
      Instant now) {
    this.directory = directory;
    this.model = model;
    this.subject = subject;
    this.groups = groups;
    this.conditions = conditions;
    this.now = now;
  }

  Outcome holds(SubjectRef object, String name) {
    Goal asked = new Goal(object, new Name(name));
    Set<Goal> goals = reachable(asked);
    Set<Goal> lower = Set.of();
    while (true) {
      Set<Goal> upper = leastFixedPoint(goals, lower, true);
      Set<Goal> next = leastFixedPoint(goals, upper, false);
      if (next.equals(lower)) {
        if (lower.contains(asked)) {
          return Outcome.TRUE;
        }
        return upper.contains(asked) ? Outcome.ERROR : Outcome.FALSE;
      }
      lower = next;
    }
  }

  private Set<Goal> leastFixedPoint(Set<Goal> goals, Set<Goal> excluded, boolean upper) {
    Set<Goal> holding = new HashSet<>();
    boolean changed = true;
    while (changed) {
      changed = false;
      for (Goal goal : goals) {
        if (!holding.contains(goal) && follows(goal, holding, excluded, upper)) {
          holding.add(goal);
          changed = true;
        }
      }
    }
    return holding;
  }

  private boolean counts(Outcome outcome, boolean upper) {
    return upper ? outcome != Outcome.FALSE : outcome == Outcome.TRUE;
  }

  private boolean follows(Goal goal, Set<Goal> holding, Set<Goal> excluded, boolean upper) {
    SubjectRef object = goal.object();
    return switch (goal.expression()) {
      case Stored stored -> stored(object, stored.relation(), holding, upper);
      case Self _ -> subject.is(object);
      case Nil _ -> false;
      case Name(String name) -> name(object, name, holding, upper);
      case Traversal traversal -> traverse(object, traversal, holding, upper);
      case All all -> all(object, all, holding, upper);
      case Union(List<RelationExpression> operands) ->
          operands.stream().anyMatch(each -> holding.contains(new Goal(object, each)));
      case Intersection(List<RelationExpression> operands) ->
          operands.stream().allMatch(each -> holding.contains(new Goal(object, each)));
      case Exclusion(RelationExpression base, RelationExpression without) ->
          holding.contains(new Goal(object, base)) && !excluded.contains(new Goal(object, without));
    };
  }

  private static boolean isMembership(String type, String relation) {
    return type.equals("group") && relation.equals("member");
  }

  private boolean name(SubjectRef object, String name, Set<Goal> holding, boolean upper) {
    if (subject.isUserset(object, name)) {
      return true;
    }
    if (isMembership(object.type(), name)) {
      return counts(groups.getOrDefault(object, Outcome.FALSE), upper);
    }
    TypeDefinition type = model.types().get(object.type());
    if (type == null) {
      return false;
    }
    RelationExpression definition = type.permissions().get(name);
    if (definition != null) {
      return holding.contains(new Goal(object, definition));
    }
    return stored(object, name, holding, upper);
  }

  private boolean stored(SubjectRef object, String name, Set<Goal> holding, boolean upper) {
    return links(object, name).stream()
        .anyMatch(link -> given(link, upper) && reaches(link, holding, upper));
  }

  private boolean given(Link link, boolean upper) {
    return link.validAt(now) && counts(conditions.apply(link), upper);
  }

  private boolean reaches(Link link, Set<Goal> holding, boolean upper) {
    if (link.everyone()) {
      return subject.isOf(link.subject().type());
    }
    String userset = link.userset();
    if (userset == null) {
      return subject.is(link.subject());
    }
    if (isMembership(link.subject().type(), userset)) {
      return counts(groups.getOrDefault(link.subject(), Outcome.FALSE), upper);
    }
    return directory.passesOn(link.subject())
        && holding.contains(new Goal(link.subject(), new Name(userset)));
  }

  private boolean traverse(
      SubjectRef object, Traversal traversal, Set<Goal> holding, boolean upper) {
    return traversable(object, traversal.through()).stream()
        .filter(link -> !link.everyone() && directory.passesOn(link.subject()))
        .anyMatch(link -> given(link, upper) && holding.contains(next(link, traversal.name())));
  }

  /** At least one, each of which counts, and the name on all of them. */
  private boolean all(SubjectRef object, All all, Set<Goal> holding, boolean upper) {
    List<Link> links =
        traversable(object, all.through()).stream().filter(link -> link.validAt(now)).toList();
    return !links.isEmpty()
        && links.stream()
            .allMatch(link ->
                given(link, upper)
                    && !link.everyone()
                    && link.userset() == null
                    && directory.passesOn(link.subject())
                    && holding.contains(new Goal(link.subject(), new Name(all.name()))));
  }

  /**
   * The stored relations alone are incomplete for a relation that also follows from other names.
   */
  private List<Link> traversable(SubjectRef object, String relation) {
    TypeDefinition type = model.types().get(object.type());
    boolean mixed =
        type != null
            && !isMembership(object.type(), relation)
            && type.permissions().containsKey(relation);
    return mixed ? List.of() : links(object, relation);
  }

  private static Goal next(Link link, String name) {
    String userset = link.userset();
    return new Goal(
        link.subject(), userset == null ? new Name(name) : new Traversal(userset, name));
  }

  /** The stored relations that the model admits; a group's members need no admission. */
  private List<Link> links(SubjectRef object, String relation) {
    return admitted.computeIfAbsent(object + "#" + relation, _ -> admittedLinks(object, relation));
  }

  private List<Link> admittedLinks(SubjectRef object, String relation) {
    List<Link> all =
        directory.linksOf(object).stream()
            .filter(link -> link.relation().equals(relation))
            .toList();
    if (isMembership(object.type(), relation)) {
      return directory.passesOn(object) ? all : List.of();
    }
    TypeDefinition type = model.types().get(object.type());
    List<SubjectType> types =
        type == null ? List.of() : type.relations().getOrDefault(relation, List.of());
    return all.stream()
        .filter(link -> !isUsersetOfEveryone(link) && types.contains(shape(link)))
        .toList();
  }

  /** No model has a form for it. */
  private static boolean isUsersetOfEveryone(Link link) {
    return link.everyone() && link.userset() != null;
  }

  private static SubjectType shape(Link link) {
    String condition = link.condition() instanceof ConditionUse use ? use.name() : null;
    return new SubjectType(link.subject().type(), link.userset(), link.everyone(), condition);
  }

  private Set<Goal> reachable(Goal asked) {
    Set<Goal> all = new LinkedHashSet<>();
    Deque<Goal> left = new ArrayDeque<>(List.of(asked));
    while (!left.isEmpty()) {
      Goal goal = left.pop();
      if (all.add(goal)) {
        needs(goal, left);
      }
    }
    return all;
  }

  private void needs(Goal goal, Deque<Goal> into) {
    SubjectRef object = goal.object();
    switch (goal.expression()) {
      case Name(String name) -> {
        TypeDefinition type = model.types().get(object.type());
        RelationExpression definition = type == null ? null : type.permissions().get(name);
        if (definition != null) {
          into.push(new Goal(object, definition));
        }
        needUsersets(object, name, into);
      }
      case Self _, Nil _ -> {
        // known without asking
      }
      case Stored stored -> needUsersets(object, stored.relation(), into);
      case All(String through, String name) ->
          traversable(object, through)
              .forEach(link -> into.push(new Goal(link.subject(), new Name(name))));
      case Traversal(String through, String name) ->
          traversable(object, through).forEach(link -> into.push(next(link, name)));
      case Union(List<RelationExpression> operands) ->
          operands.forEach(each -> into.push(new Goal(object, each)));
      case Intersection(List<RelationExpression> operands) ->
          operands.forEach(each -> into.push(new Goal(object, each)));
      case Exclusion(RelationExpression base, RelationExpression without) -> {
        into.push(new Goal(object, base));
        into.push(new Goal(object, without));
      }
    }
  }

  private void needUsersets(SubjectRef object, String relation, Deque<Goal> into) {
    for (Link link : links(object, relation)) {
      if (link.userset() != null) {
        into.push(new Goal(link.subject(), new Name(link.userset())));
      }
    }
  }
}
