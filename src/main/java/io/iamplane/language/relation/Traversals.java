package io.iamplane.language.relation;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
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
    Deque<SubjectType> left = new ArrayDeque<>(subjects);
    while (!left.isEmpty()) {
      follow(left.pop(), left);
    }
  }

  private void follow(SubjectType subject, Deque<SubjectType> left) {
    String relation = subject.relation();
    if (relation == null) {
      if (!subject.wildcard()) {
        types.add(subject.type());
      }
      return;
    }
    TypeDefinition type = model.type(subject.type());
    if (!seen.add(subject) || type == null) {
      return;
    }
    List<SubjectType> further = type.relations().get(relation);
    if (type.permissions().containsKey(relation)) {
      permission =
          subject.canonical()
              + (further == null
                  ? ", which is a permission and"
                  : ", which is also computed from other names and");
    } else if (further != null) {
      left.addAll(further);
    }
  }

  Set<String> types() {
    return types;
  }

  /** Returns true if it may lead to unknown types, by a userset that could not be read. */
  boolean isOpen(ModelSource source) {
    return seen.stream().anyMatch(each -> isOpen(each, source));
  }

  private boolean isOpen(SubjectType userset, ModelSource source) {
    String relation = Objects.requireNonNull(userset.relation());
    TypeDefinition type = model.type(userset.type());
    return source.isUnread(userset.type(), relation) || type == null || !type.declares(relation);
  }

  /** A userset of a name with an expression among the subjects, in words; null if absent. */
  @Nullable String permission() {
    return permission;
  }
}
