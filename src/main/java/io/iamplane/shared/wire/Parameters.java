package io.iamplane.shared.wire;

import io.iamplane.shared.IamException;
import io.iamplane.shared.SubjectRef;
import io.iamplane.shared.WireName;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import org.jspecify.annotations.Nullable;

/** Reads parameters and members with a text form of their own. */
public final class Parameters {

  /** Room for a type, an id of 1,024 characters and a relation. */
  private static final int MAX_TEXT = 1_200;

  private static final int FIRST_YEAR = 1;
  private static final int LAST_YEAR = 9999;

  private Parameters() {}

  /**
   * One of an enum's wire names; null when it was not given.
   *
   * @throws IamException VALIDATION naming the parameter and the names that there are
   */
  public static <E extends Enum<E> & WireName> @Nullable E choice(
      String name, Class<E> type, @Nullable String text) {
    if (text == null) {
      return null;
    }
    return WireName.find(type, text)
        .orElseThrow(() -> IamException.validation(name, "must be one of " + WireName.names(type)));
  }

  /**
   * {@code type:id}.
   *
   * @throws IamException VALIDATION naming the member
   */
  public static SubjectRef reference(String name, String text) {
    return SubjectRef.parse(text)
        .map(SubjectRef::normal)
        .orElseThrow(() -> IamException.validation(name, "must have the form type:id"));
  }

  public static @Nullable SubjectRef referenceOrNull(String name, @Nullable String text) {
    return text == null ? null : reference(name, text);
  }

  /**
   * A text that is looked up; null when it was not given.
   *
   * @throws IamException VALIDATION when it is empty, too long, or holds control characters, which
   *     no stored text does
   */
  public static @Nullable String text(String name, @Nullable String text) {
    if (text != null
        && (text.isBlank()
            || text.length() > MAX_TEXT
            || text.chars().anyMatch(Character::isISOControl))) {
      throw IamException.validation(
          name,
          "must be 1 to " + MAX_TEXT + " characters long, not blank, without control characters");
    }
    return text;
  }

  /**
   * @throws IamException VALIDATION when it is not, or is invalid
   */
  public static String required(String name, @Nullable String text) {
    String fit = text(name, text);
    if (fit == null) {
      throw IamException.validation(name, "is required");
    }
    return fit;
  }

  /**
   * A moment such as {@code 2026-01-31T12:00:00Z} (RFC 3339); null when it was not given.
   *
   * @throws IamException VALIDATION naming the parameter
   */
  public static @Nullable Instant time(String name, @Nullable String text) {
    if (text == null) {
      return null;
    }
    try {
      OffsetDateTime time = OffsetDateTime.parse(text);
      if (time.getYear() >= FIRST_YEAR && time.getYear() <= LAST_YEAR) {
        return time.toInstant();
      }
    } catch (DateTimeParseException e) {
      // Named below, as one that the database does not know.
    }
    throw IamException.validation(name, "must be a time such as 2026-01-31T12:00:00Z");
  }

  /**
   * A duration such as {@code PT24H} (ISO 8601), not negative and at most a bound.
   *
   * @throws IamException VALIDATION naming the member
   */
  public static Duration duration(String name, String text, Duration atMost) {
    try {
      Duration duration = Duration.parse(text);
      if (!duration.isNegative() && duration.compareTo(atMost) <= 0) {
        return duration;
      }
    } catch (DateTimeParseException e) {
      throw IamException.validation(name, "must be a duration such as PT24H");
    }
    throw IamException.validation(name, "must be from PT0S to " + atMost);
  }
}
