package io.iamplane.language.condition;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a condition may read.
 *
 * @param parameters null: it is a fact's own condition, which reads every {@link Root}
 */
record Vocabulary(@Nullable Set<String> parameters) {

  /** Of the conditions that stand at a grant, a relation or a membership. */
  static final Vocabulary OF_FACTS = new Vocabulary(null);

  boolean isParameter(String name) {
    return parameters != null && parameters.contains(name);
  }

  /**
   * The root of that name; null if absent. A named condition is about what it is given: of the
   * roots it reads only what the decision point itself knows.
   */
  @Nullable Root root(String name) {
    Root root = Root.named(name);
    return parameters == null || root == Root.REQUEST ? root : null;
  }

  /** For messages. */
  String readable() {
    return parameters == null
        ? "a condition reads subject, resource, action, context or request"
        : "a named condition reads its parameters and request";
  }
}
