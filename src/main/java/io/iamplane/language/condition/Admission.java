package io.iamplane.language.condition;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Takes a JSON value as the type that its attribute declares. */
@FunctionalInterface
interface Admission {

  /** The value as conditions compute with it; null when it is not of the type. */
  @Nullable Object admit(Frame frame, Object value);

  static Admission of(Type type) {
    return switch (type) {
      case ListType(Type element) -> elements(element);
      // Only a map in a condition, which needs no admission, has values of a known type.
      case MapType _ -> (_, value) -> value instanceof Map ? value : null;
      case Scalar scalar -> of(scalar);
    };
  }

  private static Admission of(Scalar scalar) {
    return switch (scalar) {
      case STRING -> (_, value) -> value instanceof String ? value : null;
      case BOOL -> (_, value) -> value instanceof Boolean ? value : null;
      case INT -> (_, value) -> value instanceof Long ? value : integer(value);
      case DOUBLE -> (_, value) -> value instanceof Double ? value : fraction(value);
      case TIMESTAMP -> (_, value) -> timestamp(value);
      case DURATION -> (_, value) -> duration(value);
      case ANY -> (_, value) -> value;
      case NULL -> (_, _) -> null;
    };
  }

  private static @Nullable Object integer(Object value) {
    return value instanceof Number number ? Numbers.exactInteger(number) : null;
  }

  static @Nullable Object fraction(Object value) {
    return value instanceof Number number ? (Object) number.doubleValue() : null;
  }

  static @Nullable Object timestamp(Object value) {
    return value instanceof String text
        ? Times.timestamp(text)
        : value instanceof Instant instant && Times.inRange(instant) ? value : null;
  }

  static @Nullable Object duration(Object value) {
    return value instanceof String text
        ? Durations.parse(text)
        : value instanceof Duration duration ? Durations.inRange(duration) : null;
  }

  private static Admission elements(Type type) {
    if (type.isDynamic()) {
      return (_, value) -> value instanceof List ? value : null;
    }
    Admission admission = of(type);
    return (frame, value) ->
        value instanceof List<?> list && frame.spend(list.size())
            ? admitted(frame, list, admission)
            : null;
  }

  /** The list itself unless an element has to be converted; a null element is of no type. */
  private static @Nullable Object admitted(Frame frame, List<?> list, Admission admission) {
    List<Object> converted = null;
    int index = 0;
    for (Object element : list) {
      Object value = element == null ? null : admission.admit(frame, element);
      if (value == null) {
        return null;
      }
      @SuppressWarnings("ReferenceEquality") // an unchanged value is returned itself
      boolean changed = value != element;
      if (converted == null && changed) {
        converted = new ArrayList<>(list.subList(0, index));
      }
      if (converted != null) {
        converted.add(value);
      }
      index++;
    }
    return converted == null ? list : converted;
  }
}
