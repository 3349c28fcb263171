package io.iamplane.webhook.subscription;

import io.iamplane.audit.EventType;
import java.util.Arrays;

/**
 * Which events a subscriber wants: one type, all types that begin alike ({@code iam.grant.*}), or
 * all ({@code *}).
 */
record EventFilter(String text) {

  private static final String ALL = "*";

  /** Whether the text is a filter that some type passes. */
  static boolean isFilter(String text) {
    EventFilter filter = new EventFilter(text);
    return Arrays.stream(EventType.values()).anyMatch(type -> filter.matches(type.wire()));
  }

  boolean matches(String type) {
    if (text.endsWith("." + ALL)) {
      return type.startsWith(text.substring(0, text.length() - 1));
    }
    return text.equals(ALL) || text.equals(type);
  }
}
