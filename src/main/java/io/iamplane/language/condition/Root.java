package io.iamplane.language.condition;

import java.util.Arrays;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The five names that a condition may start from. */
public enum Root {
  /** The acting subject: stored attributes first, then those of the request. */
  SUBJECT,
  /** The resource: stored attributes first, then those of the request. */
  RESOURCE,
  /** The action: its name and the request's properties of it. */
  ACTION,
  /** The circumstances, as the caller sends them. */
  CONTEXT,
  /** The decision point's own data about the request. */
  REQUEST;

  private final String text = name().toLowerCase(Locale.ROOT);

  /** The name as written in a condition: {@code subject}. */
  public String text() {
    return text;
  }

  /** The root of that name, compared exactly, or null if absent. */
  public static @Nullable Root named(String name) {
    return Arrays.stream(values()).filter(r -> r.text.equals(name)).findFirst().orElse(null);
  }
}
