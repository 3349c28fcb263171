package io.iamplane.language.relation;

import io.iamplane.language.relation.RelationExpression.All;
import io.iamplane.language.relation.RelationExpression.Exclusion;
import io.iamplane.language.relation.RelationExpression.Intersection;
import io.iamplane.language.relation.RelationExpression.Name;
import io.iamplane.language.relation.RelationExpression.Nil;
import io.iamplane.language.relation.RelationExpression.Self;
import io.iamplane.language.relation.RelationExpression.Stored;
import io.iamplane.language.relation.RelationExpression.Traversal;
import io.iamplane.language.relation.RelationExpression.Union;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Checks that the names of a model exist, then calls {@link Resolvability}. */
final class ModelChecker {

  private final RelationModel model;
  private final ModelSource source;
  private final List<ModelFault> faults;

  ModelChecker(RelationModel model, ModelSource source, List<ModelFault> faults) {
    this.model = model;
    this.source = source;
    this.faults = faults;
  }

  void check() {
    for (TypeDefinition type : model.types().values()) {
      String path = "types." + type.name();
      type.relations()
          .forEach((name, subjects) -> {
            relation(path + ".relations." + name, subjects);
            boolean members = DirectoryTypes.isMembership(type.name(), name);
            subjects.forEach(each -> condition(path + ".relations." + name, each, members));
          });
      type.permissions()
          .forEach(
              (name, value) -> expression(path + "." + type.kind(name) + "." + name, type, value));
      if (type.name().equals(DirectoryTypes.GROUP)
          && type.permissions().containsKey(DirectoryTypes.MEMBER)) {
        fault(
            path + "." + type.kind(DirectoryTypes.MEMBER) + ".member",
            null,
            "the directory stores group members, so 'member' must be a relation");
      }
    }
    unused();
    new Resolvability(model, source, faults).check();
  }

  private void unused() {
    Set<String> named = new HashSet<>();
    model
        .types()
        .values()
        .forEach(type ->
            type.relations()
                .values()
                .forEach(subjects -> subjects.forEach(each -> named.add(each.condition()))));
    for (String condition : model.conditions().keySet()) {
      if (source.isWhole() && !named.contains(condition)) {
        fault(
            "conditions." + condition,
            null,
            ("no relation uses this condition; write a subject type such as 'user with %s' or"
                    + " remove the condition")
                .formatted(condition));
      }
    }
  }

  private void relation(String path, List<SubjectType> subjects) {
    for (SubjectType subject : subjects) {
      TypeDefinition type = model.type(subject.type());
      String relation = subject.relation();
      if (type == null) {
        fault(path, source.place(subject), "there is no type '" + subject.type() + "'");
      } else if (relation != null && !declares(type, relation)) {
        fault(path, source.target(subject), undeclared(type, relation));
      }
    }
  }

  private void condition(String path, SubjectType subject, boolean members) {
    String condition = subject.condition();
    if (condition == null) {
      return;
    }
    if (members) {
      fault(
          path,
          source.condition(subject),
          "a model cannot set conditions on group members, because the directory stores memberships");
    } else if (!model.conditions().containsKey(condition) && !source.isUnreadCondition(condition)) {
      fault(path, source.condition(subject), "there is no condition '" + condition + "'");
    }
  }

  private boolean declares(TypeDefinition type, String name) {
    return type.declares(name) || source.isUnread(type.name(), name);
  }

  private static String undeclared(TypeDefinition type, String name) {
    return "type '" + type.name() + "' has no relation or permission '" + name + "'";
  }

  private void expression(String path, TypeDefinition type, RelationExpression expression) {
    switch (expression) {
      case Name name -> {
        if (!declares(type, name.name())) {
          fault(path, source.place(name), undeclared(type, name.name()));
        }
      }
      case Traversal arrow -> traversal(path, type, arrow, arrow.through(), arrow.name());
      case All all -> {
        if (traversal(path, type, all, all.through(), all.name())) {
          every(path, type, all);
        }
      }
      // Stored subjects are checked as the relation's.
      case Stored _, Self _, Nil _, Union _, Intersection _, Exclusion _ -> {
        for (RelationExpression each : expression.parts()) {
          expression(path, type, each);
        }
      }
    }
  }

  /** Checks that the relation can be traversed, to a type with the name. */
  private boolean traversal(
      String path, TypeDefinition type, Object term, String through, String name) {
    List<SubjectType> subjects = type.relations().get(through);
    if (subjects == null || type.isMixed(through)) {
      if (!source.isUnread(type.name(), through)) {
        fault(path, source.place(term), untraversable(type, through));
      }
      return false;
    }
    Traversals reached = new Traversals(model, subjects);
    if (reached.permission() != null) {
      fault(
          path,
          source.place(term),
          "'%s' cannot be traversed: it may hold for %s has no list of subjects"
              .formatted(through, reached.permission()));
      return false;
    }
    if (!reached.isOpen(source)
        && reached.types().stream().noneMatch(each -> mayDeclare(each, name))) {
      fault(
          path,
          source.target(term),
          "no subject type of '%s' has a relation or permission '%s'".formatted(through, name));
      return false;
    }
    return true;
  }

  /** Requires for {@code all} a list of subjects that may all have the name. */
  private void every(String path, TypeDefinition type, All all) {
    boolean members = DirectoryTypes.isMembership(type.name(), all.through());
    for (SubjectType subject : type.relations().getOrDefault(all.through(), List.of())) {
      if (members || subject.wildcard() || subject.relation() != null) {
        fault(
            path,
            source.place(all),
            "'%s' may hold for %s; '.all' requires a relation that lists only single objects"
                .formatted(all.through(), members ? "nested groups" : subject.canonical()));
        return;
      }
      if (!mayDeclare(subject.type(), all.name())) {
        fault(
            path,
            source.target(all),
            ("'%s' may hold for %s, which has no relation or permission '%s', so not every object"
                    + " could have it")
                .formatted(all.through(), subject.type(), all.name()));
      }
    }
  }

  private static String untraversable(TypeDefinition type, String through) {
    if (type.isMixed(through)) {
      return ("'%s' is also computed from other names; only a relation that consists of subject"
              + " types can be traversed")
          .formatted(through);
    }
    return type.permissions().containsKey(through)
        ? "'" + through + "' is a permission; only a relation can be traversed"
        : "'" + through + "' is not a relation of type '" + type.name() + "'";
  }

  /** An unknown type is reported where the relation names it, not again here. */
  private boolean mayDeclare(String type, String name) {
    TypeDefinition definition = model.type(type);
    return definition == null || declares(definition, name);
  }

  private void fault(String path, @Nullable RelationToken at, String message) {
    faults.add(
        at == null
            ? new ModelFault(path, 0, 0, message)
            : new ModelFault(path, at.line(), at.column(), message));
  }
}
