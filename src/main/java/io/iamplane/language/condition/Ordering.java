package io.iamplane.language.condition;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The order of values, for {@code <} and its kin. */
final class Ordering {

  /** The result of {@link #compare} for values without a common order. */
  public static final int INCOMPARABLE = 3;

  private Ordering() {}

  /** False comes before true. -1, 0, 1, {@link Numbers#UNORDERED} or {@link #INCOMPARABLE}. */
  public static int compare(@Nullable Object a, @Nullable Object b) {
    if (a instanceof Number x && b instanceof Number y) {
      return Numbers.compare(x, y);
    }
    if (a instanceof String x && b instanceof String y) {
      return Integer.signum(Text.compare(x, y));
    }
    if (a instanceof Instant x && b instanceof Instant y) {
      return Integer.signum(x.compareTo(y));
    }
    if (a instanceof Duration x && b instanceof Duration y) {
      return Integer.signum(x.compareTo(y));
    }
    return a instanceof Boolean x && b instanceof Boolean y ? Boolean.compare(x, y) : INCOMPARABLE;
  }

  /** Order of strings by code point, which differs from {@link String#compareTo} above U+FFFF. */
  private static final class Text {

    private Text() {}

    /** Negative, 0 or positive. */
    public static int compare(String a, String b) {
      int shorter = Math.min(a.length(), b.length());
      for (int i = 0; i < shorter; i++) {
        char x = a.charAt(i);
        char y = b.charAt(i);
        if (x != y) {
          boolean sameKind = Character.isSurrogate(x) == Character.isSurrogate(y);
          return sameKind ? x - y : Character.isSurrogate(x) ? 1 : -1;
        }
      }
      return a.length() - b.length();
    }
  }
}
