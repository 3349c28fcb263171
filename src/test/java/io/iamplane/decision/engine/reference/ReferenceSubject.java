package io.iamplane.decision.engine.reference;

import io.iamplane.shared.SubjectRef;
import org.jspecify.annotations.Nullable;

/**
 * Whom a question is about.
 *
 * @param ref resolved; of a userset its object
 * @param userset the name whose holders on that object are asked about, all of them; null: one
 *     subject, or everyone of a type
 */
record ReferenceSubject(SubjectRef ref, @Nullable String userset) {

  boolean isEveryone() {
    return ref.id().equals("*");
  }

  boolean isMany() {
    return userset != null || isEveryone();
  }

  /** Whether it is that object, as a single subject. */
  boolean is(SubjectRef other) {
    return !isMany() && ref.equals(other);
  }

  /** Whether it is one of a type, or all of it. */
  boolean isOf(String type) {
    return userset == null && ref.type().equals(type);
  }

  /** Whether all who have a name on an object are those asked about. */
  boolean isUserset(SubjectRef object, String name) {
    return ref.equals(object) && name.equals(userset);
  }
}
