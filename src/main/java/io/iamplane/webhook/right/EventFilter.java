package io.iamplane.webhook.right;

import io.iamplane.chain.EventType;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** A filter of event types: one, a prefix ({@code iam.grant.*}), or all ({@code *}). */
public record EventFilter(String text) {

  private static final String ALL = "*";

  /** Returns true if the text is a filter that matches a known type. */
  public static boolean isFilter(String text) {
    return !covered(List.of(text)).isEmpty();
  }

  public boolean matches(String type) {
    if (text.endsWith("." + ALL)) {
      return type.startsWith(text.substring(0, text.length() - 1));
    }
    return text.equals(ALL) || text.equals(type);
  }

  /** The types of events that any of some filters matches. */
  public static Set<EventType> covered(List<String> filters) {
    Set<EventType> covered = EnumSet.noneOf(EventType.class);
    for (String filter : filters) {
      EventFilter each = new EventFilter(filter);
      Arrays.stream(EventType.values())
          .filter(type -> each.matches(type.wire()))
          .forEach(covered::add);
    }
    return covered;
  }
}
