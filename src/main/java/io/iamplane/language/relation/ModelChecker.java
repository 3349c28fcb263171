package io.iamplane.language.relation;

import io.iamplane.language.relation.RelationExpression.Exclusion;
import io.iamplane.language.relation.RelationExpression.Intersection;
import io.iamplane.language.relation.RelationExpression.Name;
import io.iamplane.language.relation.RelationExpression.Traversal;
import io.iamplane.language.relation.RelationExpression.Union;
import java.util.List;

/** Checks that what a model names exists, then hands on to {@link Resolvability}. */
final class ModelChecker {

  private final RelationModel model;
  private final List<ModelFault> faults;

  ModelChecker(RelationModel model, List<ModelFault> faults) {
    this.model = model;
    this.faults = faults;
  }

  void check() {
    for (TypeDefinition type : model.types().values()) {
      String path = "types." + type.name();
      type.relations().forEach((name, subjects) -> relation(path + ".relations." + name, subjects));
      type.permissions()
          .forEach((name, value) -> expression(path + ".permissions." + name, type, value));
      if (type.name().equals(DirectoryTypes.GROUP)
          && type.permissions().containsKey(DirectoryTypes.MEMBER)) {
        fault(path + ".permissions.member", "a group's members are the directory's: a relation");
      }
    }
    if (faults.isEmpty()) {
      new Resolvability(model, faults).check();
    }
  }

  private void relation(String path, List<SubjectType> subjects) {
    for (SubjectType subject : subjects) {
      TypeDefinition type = model.type(subject.type());
      String relation = subject.relation();
      if (type == null) {
        fault(path, "there is no type '" + subject.type() + "'");
      } else if (relation != null && !type.declares(relation)) {
        fault(path, "type '" + type.name() + "' has no relation or permission '" + relation + "'");
      }
    }
  }

  private void expression(String path, TypeDefinition type, RelationExpression expression) {
    switch (expression) {
      case Name name -> declared(path, type, name.name());
      case Traversal traversal -> traversal(path, type, traversal);
      case Union union -> union.operands().forEach(each -> expression(path, type, each));
      case Intersection both -> both.operands().forEach(each -> expression(path, type, each));
      case Exclusion without -> {
        expression(path, type, without.base());
        expression(path, type, without.excluded());
      }
    }
  }

  private void declared(String path, TypeDefinition type, String name) {
    if (!type.declares(name)) {
      fault(path, "type '" + type.name() + "' has no relation or permission '" + name + "'");
    }
  }

  private void traversal(String path, TypeDefinition type, Traversal traversal) {
    List<SubjectType> subjects = type.relations().get(traversal.through());
    if (subjects == null) {
      String what =
          type.permissions().containsKey(traversal.through())
              ? "is a permission; only a relation can be traversed"
              : "is no relation of type '" + type.name() + "'";
      fault(path, "'" + traversal.through() + "' " + what);
      return;
    }
    Traversals reached = new Traversals(model, subjects);
    if (reached.permission() != null) {
      fault(
          path,
          "cannot be traversed: '%s' may hold for %s, which is a permission and has no list"
              .formatted(traversal.through(), reached.permission()));
    } else if (reached.types().stream().noneMatch(each -> mayDeclare(each, traversal.name()))) {
      fault(
          path,
          "no type that '%s' may hold for has a relation or permission '%s'"
              .formatted(traversal.through(), traversal.name()));
    }
  }

  /** A type that there is not is told where the relation names it, and not once more here. */
  private boolean mayDeclare(String type, String name) {
    TypeDefinition definition = model.type(type);
    return definition == null || definition.declares(name);
  }

  private void fault(String path, String message) {
    faults.add(new ModelFault(path, 0, 0, message));
  }
}
