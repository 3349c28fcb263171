package io.iamplane.directory;

import io.iamplane.shared.IamException;
import io.iamplane.shared.IdText;
import io.iamplane.shared.SubjectRef;
import io.iamplane.shared.json.StorableNumber;
import io.iamplane.shared.json.TextRule;
import io.iamplane.shared.wire.Parameters;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Rules that all entries of the directory share, from any source. */
public final class DirectoryRules {

  /** The fault of an end that {@link #isPast has come} already. */
  public static final String PAST = "must be in the future";

  private static final int MAX_NAME = 200;

  /** In bytes of UTF-8: two ids fit into an entry of an index, which has at most 2,704. */
  private static final int MAX_ID = 1_024;

  private static final int MAX_TYPE = 64;
  private static final int MAX_ATTRIBUTES = 200;
  private static final int MAX_DEPTH = 8;
  private static final int MAX_VALUES = 2_000;

  /** The range of times that RFC 3339, section 5.6, can write: a year has four digits. */
  private static final Instant FIRST_TIME = Instant.parse("0000-01-01T00:00:00Z");

  private static final Instant LAST_TIME = Instant.parse("9999-12-31T23:59:59.999999999Z");

  private DirectoryRules() {}

  /** A name for people, without white space around it. */
  public static String name(String field, String name) {
    String stripped = name.strip();
    if (stripped.isEmpty() || stripped.length() > MAX_NAME || hasControl(stripped)) {
      throw IamException.validation(
          field, "must have 1 to " + MAX_NAME + " characters and no control characters");
    }
    return stripped;
  }

  /**
   * The name that another system gave an entry, as {@link IdText#normal} writes it; null if absent.
   */
  public static @Nullable String externalId(String field, @Nullable String id) {
    return id == null ? null : requireId(field, id);
  }

  /**
   * Returns the fault of a reference by id or external id, which must fit into an index; null if it
   * has none.
   */
  public static @Nullable String faultOf(SubjectRef reference) {
    String id = reference.id();
    if (reference.type().length() > MAX_TYPE || hasControl(reference.type())) {
      return "the type must have at most " + MAX_TYPE + " characters and no control characters";
    }
    if (id.isBlank() || isTooLong(id) || hasControl(id) || !id.equals(id.strip())) {
      return "the id must be 1 to %d bytes long in UTF-8, without control characters or surrounding"
              .formatted(MAX_ID)
          + " white space";
    }
    String fault = IdText.fault(reference.type());
    return fault == null ? IdText.fault(id) : fault;
  }

  private static boolean isTooLong(String id) {
    return id.getBytes(StandardCharsets.UTF_8).length > MAX_ID;
  }

  /** Requires that a single reference is absent, or valid by {@link #faultOf}. */
  public static void requireReference(String field, @Nullable SubjectRef reference) {
    if (reference != null) {
      requireNone(field, faultOf(reference));
    }
  }

  /** Reads a single user or service account, by id or external id; VALIDATION for anything else. */
  public static SubjectRef account(String field, String text) {
    SubjectRef named = Parameters.reference(field, text);
    boolean isAccount =
        named.type().equals(SubjectRef.USER) || named.type().equals(SubjectRef.SERVICE_ACCOUNT);
    if (!isAccount || named.id().equals("*")) {
      throw IamException.validation(field, "must be a single user or service account");
    }
    return named;
  }

  private static void requireNone(String field, @Nullable String fault) {
    if (fault != null) {
      throw IamException.validation(field, fault);
    }
  }

  /** Returns the fault of a time to be stored; null if it is valid or absent. */
  public static @Nullable String faultOf(@Nullable Instant time) {
    return time != null && (time.isBefore(FIRST_TIME) || time.isAfter(LAST_TIME))
        ? "must have a year from 0000 to 9999"
        : null;
  }

  /** Truncates to PostgreSQL's microseconds: decisions must use the stored value. */
  public static @Nullable Instant micros(@Nullable Instant time) {
    return time == null ? null : time.truncatedTo(ChronoUnit.MICROS);
  }

  /** Both must be times that can be stored, and something must begin before it ends. */
  public static void requireOrder(@Nullable Instant from, @Nullable Instant until) {
    requireNone("valid_from", faultOf(from));
    requireNone("valid_until", faultOf(until));
    if (from != null && until != null && !from.isBefore(until)) {
      throw IamException.validation("valid_until", "must be later than 'valid_from'");
    }
  }

  /** Requires that the end of something new is absent or in the future: it could never count. */
  public static void requireFuture(String field, @Nullable Instant until, Instant now) {
    if (isPast(until, now)) {
      throw IamException.validation(field, PAST);
    }
  }

  /** Returns true if an end has come; an absent one never does. */
  public static boolean isPast(@Nullable Instant until, Instant now) {
    return until != null && !until.isAfter(now);
  }

  /**
   * The id of something that another system names, as {@link IdText#normal} writes it; VALIDATION
   * if it is empty, too long, or not visible as a whole.
   */
  public static String requireId(String field, String id) {
    String normal = IdText.normal(id);
    if (normal.isBlank()
        || isTooLong(normal)
        || normal.equals("*")
        || hasControl(normal)
        || !normal.equals(normal.strip())) {
      throw IamException.validation(
          field,
          "must be 1 to %d bytes long in UTF-8, without control characters or surrounding white"
                  .formatted(MAX_ID)
              + " space, and must not be '*', which means everyone");
    }
    return requireVisible(field, normal);
  }

  /** Requires a text of visible characters alone; VALIDATION names the first other one. */
  public static String requireVisible(String field, String text) {
    requireNone(field, IdText.fault(text));
    return text;
  }

  /**
   * Validates free attributes: bounded, so that neither a row nor a condition can swell, and such
   * that reading them back gives the same values.
   */
  public static Map<String, Object> attributes(String field, @Nullable Map<String, ?> attributes) {
    if (attributes == null) {
      return Map.of();
    }
    if (attributes.size() > MAX_ATTRIBUTES) {
      throw IamException.validation(field, "must have at most " + MAX_ATTRIBUTES + " attributes");
    }
    if (count(attributes, field, 0) > MAX_VALUES) {
      throw IamException.validation(field, "must have at most " + MAX_VALUES + " values in total");
    }
    return new LinkedHashMap<>(attributes);
  }

  private static int count(@Nullable Object value, String field, int depth) {
    if (depth > MAX_DEPTH) {
      throw IamException.validation(
          field, "must not be nested more than " + MAX_DEPTH + " levels deep");
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
          "every member name must be 1 to %d characters long, without control characters or lone"
                  .formatted(MAX_NAME)
              + " surrogates");
    }
  }

  private static void requireNumber(String field, double number) {
    if (!StorableNumber.is(number)) {
      throw IamException.validation(
          field,
          "every number must be 0 or have an absolute value from 1e-15 to 9007199254740991; write"
              + " other numbers as strings");
    }
  }

  private static boolean hasControl(String text) {
    return text.chars().anyMatch(Character::isISOControl);
  }
}
