package io.iamplane.language.condition;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The five names that a condition may start from. */
public enum Root {
  /** Who acts: stored attributes first, then what the request says. */
  SUBJECT,
  /** What is acted upon: stored attributes first, then what the request says. */
  RESOURCE,
  /** What is to be done: its name and the request's properties of it. */
  ACTION,
  /** What the caller sends about the circumstances. */
  CONTEXT,
  /** What the decision point itself knows about the request. */
  REQUEST;

  private final String text = name().toLowerCase(Locale.ROOT);

  /** The name as written in a condition: {@code subject}. */
  public String text() {
    return text;
  }

  /** The root of that name, compared exactly, or null if absent. */
  public static @Nullable Root named(String name) {
    for (Root root : values()) {
      if (root.text.equals(name)) {
        return root;
      }
    }
    return null;
  }
}
