package io.iamplane.language.condition;

import org.jspecify.annotations.Nullable;

/** What a condition may read. Valid during the evaluation only; nobody keeps it. */
public interface Attributes {

  /** The five things that a condition can name. */
  enum Root {
    SUBJECT,
    RESOURCE,
    ACTION,
    CONTEXT,
    REQUEST
  }

  boolean has(Root root, String field);

  /** The field's value; null when it is absent or null. */
  @Nullable Object get(Root root, String field);
}
