package io.iamplane.language.relation;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The types of the objects that traversing a relation arrives at. A userset stands for the subjects
 * of its relation, so {@code user | group#member} arrives at users, through groups of groups too.
 */
final class Traversals {

  private final RelationModel model;
  private final Set<String> types = new HashSet<>();
  private final Set<SubjectType> seen = new HashSet<>();
  private @Nullable String permission;

  Traversals(RelationModel model, List<SubjectType> subjects) {
    this.model = model;
    subjects.forEach(this::follow);
  }

  private void follow(SubjectType subject) {
    String relation = subject.relation();
    if (relation == null) {
      if (!subject.wildcard()) {
        types.add(subject.type());
      }
      return;
    }
    TypeDefinition type = model.type(subject.type());
    if (type == null || !seen.add(subject)) {
      return;
    }
    List<SubjectType> further = type.relations().get(relation);
    if (further != null) {
      further.forEach(this::follow);
    } else if (type.permissions().containsKey(relation)) {
      permission = subject.canonical();
    }
  }

  Set<String> types() {
    return types;
  }

  /** A userset of a permission among the subjects; null when there is none. */
  @Nullable String permission() {
    return permission;
  }
}
