package io.iamplane.language.condition;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The names that a condition may read: its parameters, or every {@link Root} if they are null. */
record Vocabulary(@Nullable Set<String> parameters) {

  /** For the conditions of grants, relations and memberships. */
  static final Vocabulary OF_FACTS = new Vocabulary(null);

  boolean isParameter(String name) {
    return parameters != null && parameters.contains(name);
  }

  /**
   * The root of that name; null if absent. A named condition is about its parameters: of the roots
   * it reads only the decision point's own data.
   */
  @Nullable Root root(String name) {
    Root root = Root.named(name);
    return parameters == null || root == Root.REQUEST ? root : null;
  }

  String readable() {
    return parameters == null
        ? "a condition can read subject, resource, action, context and request"
        : "a named condition can read its parameters and request";
  }
}
