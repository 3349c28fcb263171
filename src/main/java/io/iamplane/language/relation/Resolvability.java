package io.iamplane.language.relation;

import io.iamplane.language.relation.ModelSource.Member;
import io.iamplane.language.relation.RelationExpression.All;
import io.iamplane.language.relation.RelationExpression.Exclusion;
import io.iamplane.language.relation.RelationExpression.Intersection;
import io.iamplane.language.relation.RelationExpression.Name;
import io.iamplane.language.relation.RelationExpression.Nil;
import io.iamplane.language.relation.RelationExpression.Self;
import io.iamplane.language.relation.RelationExpression.Stored;
import io.iamplane.language.relation.RelationExpression.Traversal;
import io.iamplane.language.relation.RelationExpression.Union;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * Finds names that can never resolve for any relations: names defined only by themselves, and names
 * that exclude themselves on the same object. Cycles that depend on the data (a folder above
 * itself) are the evaluator's to guard.
 *
 * <p>A name with a fault already counts as possible, so that one fault is reported once.
 */
final class Resolvability {

  private final RelationModel model;
  private final ModelSource source;
  private final List<ModelFault> faults;
  private final Set<Member> possible = new HashSet<>();
  private final Map<Member, Traversals> traversals = new HashMap<>();

  /** The names that depend on each name, and may become possible with it. */
  private final Map<Member, Set<Member>> asking = new HashMap<>();

  Resolvability(RelationModel model, ModelSource source, List<ModelFault> faults) {
    this.model = model;
    this.source = source;
    this.faults = faults;
  }

  void check() {
    grow();
    for (TypeDefinition type : model.types().values()) {
      SelfExclusion exclusion = new SelfExclusion(type);
      Set<String> names = new LinkedHashSet<>(type.relations().keySet());
      names.addAll(type.permissions().keySet());
      for (String name : names) {
        if (!possible.contains(new Member(type.name(), name))) {
          fault(type, name, "the name can never hold, because it is defined only by itself");
        } else if (exclusion.isIn(name)) {
          fault(type, name, "the definition excludes the name itself, so it can never be resolved");
        }
      }
    }
  }

  /**
   * Least fixed point: a name is possible once its definition is, given the possible names so far.
   * Each name is examined once, and again when a name that it depends on has become possible.
   */
  private void grow() {
    Deque<Member> left = new ArrayDeque<>();
    for (TypeDefinition type : model.types().values()) {
      type.relations().keySet().forEach(name -> left.add(new Member(type.name(), name)));
      type.permissions().keySet().forEach(name -> left.add(new Member(type.name(), name)));
    }
    List.copyOf(left).forEach(this::listen);
    while (!left.isEmpty()) {
      Member member = left.pop();
      if (!possible.contains(member) && isPossible(member)) {
        possible.add(member);
        left.addAll(asking.getOrDefault(member, Set.of()));
      }
    }
  }

  private void listen(Member member) {
    TypeDefinition type = definition(member);
    for (SubjectType subject : type.relations().getOrDefault(member.name(), List.of())) {
      if (subject.relation() != null) {
        listen(member, new Member(subject.type(), subject.relation()));
      }
    }
    RelationExpression expression = type.permissions().get(member.name());
    if (expression != null) {
      listen(member, expression);
    }
  }

  private void listen(Member member, RelationExpression expression) {
    switch (expression) {
      case Name name -> listen(member, new Member(member.type(), name.name()));
      case Traversal arrow -> listen(member, arrow.through(), arrow.name());
      case All all -> listen(member, all.through(), all.name());
      case Exclusion without -> listen(member, without.base());
      // The relation's own subjects are listened to already.
      case Stored _, Self _, Nil _, Union _, Intersection _ -> {
        for (RelationExpression each : expression.parts()) {
          listen(member, each);
        }
      }
    }
  }

  private void listen(Member member, String through, String name) {
    for (String type : reached(definition(member), through).types()) {
      listen(member, new Member(type, name));
    }
  }

  private void listen(Member member, Member to) {
    asking.computeIfAbsent(to, _ -> new HashSet<>()).add(member);
  }

  private TypeDefinition definition(Member member) {
    return Objects.requireNonNull(model.types().get(member.type()));
  }

  private Traversals reached(TypeDefinition type, String through) {
    return traversals.computeIfAbsent(
        new Member(type.name(), through),
        _ -> new Traversals(model, type.relations().getOrDefault(through, List.of())));
  }

  private boolean isPossible(Member member) {
    TypeDefinition type = definition(member);
    RelationExpression expression = type.permissions().get(member.name());
    if (expression != null) {
      return isPossible(type, expression);
    }
    return type.relations().getOrDefault(member.name(), List.of()).stream()
        .anyMatch(this::isPossible);
  }

  private boolean isPossible(SubjectType subject) {
    String relation = subject.relation();
    TypeDefinition type = model.type(subject.type());
    return relation == null
        || type == null
        || !type.declares(relation)
        || has(subject.type(), relation);
  }

  /** Members of a group come from the directory, for any definition in the model. */
  private boolean has(String type, String name) {
    return possible.contains(new Member(type, name))
        || source.isUnread(type, name)
        || DirectoryTypes.isMembership(type, name);
  }

  private boolean isPossible(TypeDefinition type, RelationExpression expression) {
    return switch (expression) {
      case Stored stored -> stored.subjects().stream().anyMatch(this::isPossible);
      case Self _, Nil _ -> true; // the author writes "no one" on purpose
      case Name name -> !type.declares(name.name()) || has(type.name(), name.name());
      case Traversal arrow -> isPossible(type, arrow.through(), arrow.name());
      case All all -> isPossible(type, all.through(), all.name());
      case Union union -> {
        for (RelationExpression each : union.operands()) {
          if (isPossible(type, each)) {
            yield true;
          }
        }
        yield false;
      }
      case Intersection both -> {
        for (RelationExpression each : both.operands()) {
          if (!isPossible(type, each)) {
            yield false;
          }
        }
        yield true;
      }
      case Exclusion without -> isPossible(type, without.base());
    };
  }

  private boolean isPossible(TypeDefinition type, String through, String name) {
    if (!type.relations().containsKey(through)) {
      return true;
    }
    Traversals reached = reached(type, through);
    boolean declared = false;
    for (String each : reached.types()) {
      TypeDefinition definition = model.type(each);
      if (definition == null || has(each, name)) {
        return true;
      }
      declared = declared || definition.declares(name);
    }
    return !declared || reached.permission() != null || reached.isOpen(source);
  }

  private void fault(TypeDefinition type, String name, String message) {
    faults.add(
        new ModelFault("types." + type.name() + "." + type.kind(name) + "." + name, 0, 0, message));
  }
}
