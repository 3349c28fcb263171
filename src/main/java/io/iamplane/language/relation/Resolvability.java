package io.iamplane.language.relation;

import io.iamplane.language.relation.RelationExpression.Exclusion;
import io.iamplane.language.relation.RelationExpression.Intersection;
import io.iamplane.language.relation.RelationExpression.Name;
import io.iamplane.language.relation.RelationExpression.Traversal;
import io.iamplane.language.relation.RelationExpression.Union;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Finds names that can never resolve, whatever the relations: those defined only by themselves, and
 * those that exclude themselves on the same object. Cycles that depend on the data (a folder above
 * itself) are the evaluator's to guard.
 */
final class Resolvability {

  private final RelationModel model;
  private final List<ModelFault> faults;

  /** A relation or permission of a type. */
  private record Member(String type, String name) {}

  private final Set<Member> possible = new HashSet<>();

  Resolvability(RelationModel model, List<ModelFault> faults) {
    this.model = model;
    this.faults = faults;
  }

  void check() {
    while (grow()) {}
    for (TypeDefinition type : model.types().values()) {
      for (String name : type.relations().keySet()) {
        if (!possible.contains(new Member(type.name(), name))) {
          fault(type, "relations", name, "can never hold: it is defined only by itself");
        }
      }
      type.permissions()
          .forEach((name, expression) -> {
            if (!possible.contains(new Member(type.name(), name))) {
              fault(type, "permissions", name, "can never hold: it is defined only by itself");
            } else if (excludes(type, name, expression, false, new HashSet<>())) {
              fault(type, "permissions", name, "excludes itself, so it has no answer");
            }
          });
    }
  }

  /**
   * Least fixed point: a name is possible once its definition is, given what is possible so far.
   */
  private boolean grow() {
    int before = possible.size();
    model.types().values().forEach(this::grow);
    return possible.size() > before;
  }

  private void grow(TypeDefinition type) {
    for (Map.Entry<String, List<SubjectType>> relation : type.relations().entrySet()) {
      if (relation.getValue().stream().anyMatch(this::isPossible)) {
        possible.add(new Member(type.name(), relation.getKey()));
      }
    }
    type.permissions()
        .forEach((name, expression) -> {
          if (isPossible(type, expression)) {
            possible.add(new Member(type.name(), name));
          }
        });
  }

  private boolean isPossible(SubjectType subject) {
    String relation = subject.relation();
    return relation == null || has(subject.type(), relation);
  }

  /** Members of a group come from the directory, whatever the model lets them be. */
  private boolean has(String type, String name) {
    return possible.contains(new Member(type, name))
        || (type.equals(DirectoryTypes.GROUP) && name.equals(DirectoryTypes.MEMBER));
  }

  private boolean isPossible(TypeDefinition type, RelationExpression expression) {
    return switch (expression) {
      case Name name -> has(type.name(), name.name());
      case Traversal traversal -> isPossible(type, traversal);
      case Union union -> union.operands().stream().anyMatch(each -> isPossible(type, each));
      case Intersection both -> both.operands().stream().allMatch(each -> isPossible(type, each));
      case Exclusion without -> isPossible(type, without.base());
    };
  }

  private boolean isPossible(TypeDefinition type, Traversal traversal) {
    List<SubjectType> subjects = type.relations().getOrDefault(traversal.through(), List.of());
    return new Traversals(model, subjects)
        .types().stream().anyMatch(reached -> has(reached, traversal.name()));
  }

  /** Whether {@code sought} is met again, on the same object, with an exclusion in between. */
  private boolean excludes(
      TypeDefinition type,
      String sought,
      RelationExpression expression,
      boolean excluded,
      Set<String> path) {
    return switch (expression) {
      case Name name -> {
        if (name.name().equals(sought)) {
          yield excluded;
        }
        RelationExpression next = type.permissions().get(name.name());
        yield next != null
            && path.add(name.name() + excluded)
            && excludes(type, sought, next, excluded, path);
      }
      case Traversal _ -> false;
      case Union union ->
          union.operands().stream().anyMatch(e -> excludes(type, sought, e, excluded, path));
      case Intersection both ->
          both.operands().stream().anyMatch(e -> excludes(type, sought, e, excluded, path));
      case Exclusion without ->
          excludes(type, sought, without.base(), excluded, path)
              || excludes(type, sought, without.excluded(), true, path);
    };
  }

  private void fault(TypeDefinition type, String kind, String name, String message) {
    faults.add(new ModelFault("types." + type.name() + "." + kind + "." + name, 0, 0, message));
  }
}
