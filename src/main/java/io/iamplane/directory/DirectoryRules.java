package io.iamplane.directory;

import io.iamplane.shared.IamException;
import io.iamplane.shared.json.TextRule;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Rules that all entries of the directory share, from any source. */
public final class DirectoryRules {

  private static final int MAX_NAME = 200;
  private static final int MAX_EXTERNAL_ID = 250;
  private static final int MAX_ATTRIBUTES = 200;
  private static final int MAX_DEPTH = 8;
  private static final int MAX_VALUES = 2_000;

  /** Beyond it a double, and hence RFC 8785, does not tell neighbours apart (RFC 7493, 2.2). */
  private static final double MAX_NUMBER = 9_007_199_254_740_991.0;

  /** {@code jsonb} writes numbers without exponent: a smaller one would be a long row of zeros. */
  private static final double MIN_NUMBER = 1e-15;

  private DirectoryRules() {}

  /** A name for people, without white space around it. */
  public static String name(String field, String name) {
    String stripped = name.strip();
    if (stripped.isEmpty() || stripped.length() > MAX_NAME || hasControl(stripped)) {
      throw IamException.validation(
          field, "must have 1 to " + MAX_NAME + " characters, none of them a control character");
    }
    return stripped;
  }

  /** The name that another system gave an entry; null if absent. */
  public static @Nullable String externalId(String field, @Nullable String id) {
    if (id != null
        && (id.isBlank()
            || id.length() > MAX_EXTERNAL_ID
            || id.equals("*")
            || hasControl(id)
            || !id.equals(id.strip()))) {
      throw IamException.validation(
          field,
          "must have 1 to %d characters, no control character, no white space around it, and"
                  .formatted(MAX_EXTERNAL_ID)
              + " '*' is everyone");
    }
    return id;
  }

  /** PostgreSQL keeps microseconds; what is decided by must be what is stored. */
  public static @Nullable Instant micros(@Nullable Instant time) {
    return time == null ? null : time.truncatedTo(ChronoUnit.MICROS);
  }

  /** Something must begin before it ends. */
  public static void requireOrder(@Nullable Instant from, @Nullable Instant until) {
    if (from != null && until != null && !from.isBefore(until)) {
      throw IamException.validation("valid_until", "must be later than valid_from");
    }
  }

  /** The id of something that another system names; never null. */
  public static String requireId(String field, String id) {
    externalId(field, id);
    return id;
  }

  /**
   * Free attributes, bounded so that neither a row nor a condition can be made to swell, and such
   * that what is stored can be read back as it was written.
   */
  public static Map<String, Object> attributes(String field, @Nullable Map<String, ?> attributes) {
    if (attributes == null) {
      return Map.of();
    }
    if (attributes.size() > MAX_ATTRIBUTES) {
      throw IamException.validation(field, "at most " + MAX_ATTRIBUTES + " attributes");
    }
    if (count(attributes, field, 0) > MAX_VALUES) {
      throw IamException.validation(field, "at most " + MAX_VALUES + " values in all");
    }
    return new LinkedHashMap<>(attributes);
  }

  private static int count(@Nullable Object value, String field, int depth) {
    if (depth > MAX_DEPTH) {
      throw IamException.validation(field, "nested at most " + MAX_DEPTH + " deep");
    }
    Collection<?> inner =
        switch (value) {
          case Map<?, ?> map -> {
            map.keySet().forEach(name -> requireMemberName(field, String.valueOf(name)));
            yield map.values();
          }
          case Collection<?> list -> list;
          case Number number -> {
            requireNumber(field, number.doubleValue());
            yield List.of();
          }
          case null, default -> List.of();
        };
    int values = 1;
    for (Object each : inner) {
      values += count(each, field, depth + 1);
    }
    return values;
  }

  private static void requireMemberName(String field, String name) {
    boolean invalid =
        name.isEmpty()
            || name.length() > MAX_NAME
            || hasControl(name)
            || TextRule.hasHalfPair(name);
    if (invalid) {
      throw IamException.validation(
          field,
          "has a member whose name is empty, longer than %d characters, or holds a control character"
              .formatted(MAX_NAME));
    }
  }

  private static void requireNumber(String field, double number) {
    double size = Math.abs(number);
    if (Double.isNaN(size) || size > MAX_NUMBER || (size < MIN_NUMBER && size != 0)) {
      throw IamException.validation(
          field,
          "holds a number that is not 0 nor from 1e-15 to 9007199254740991, whatever its sign;"
              + " write others as texts");
    }
  }

  private static boolean hasControl(String text) {
    return text.chars().anyMatch(Character::isISOControl);
  }
}
