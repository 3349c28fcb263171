package io.iamplane.decision.engine.reference;

import io.iamplane.shared.SubjectRef;
import org.jspecify.annotations.Nullable;

/**
 * The subject of a question.
 *
 * @param ref resolved; the object of a userset
 * @param userset a name on that object: the question is about all subjects with it; null: one
 *     subject, or everyone of a type
 */
record ReferenceSubject(SubjectRef ref, @Nullable String userset) {

  boolean isEveryone() {
    return ref.id().equals("*");
  }

  boolean isMany() {
    return userset != null || isEveryone();
  }

  /** Returns true if it is that object, as a single subject. */
  boolean is(SubjectRef other) {
    return !isMany() && ref.equals(other);
  }

  /** Returns true if it is one subject of a type, or all of it. */
  boolean isOf(String type) {
    return userset == null && ref.type().equals(type);
  }

  /** Returns true if it is the userset of this name on this object. */
  boolean isUserset(SubjectRef object, String name) {
    return ref.equals(object) && name.equals(userset);
  }
}
