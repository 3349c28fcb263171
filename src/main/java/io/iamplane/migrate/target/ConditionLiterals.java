package io.iamplane.migrate.target;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Writes values, and reads of values, as parts of a condition's text. */
final class ConditionLiterals {

  private static final Pattern INTEGER = Pattern.compile("-?\\d{1,18}");
  private static final String LIST = "list<";
  private static final String MAP = "map<";

  private ConditionLiterals() {}

  /** A stored value of a parameter's type there; null when it cannot be written. */
  static @Nullable String literal(String type, Object value) {
    if (type.startsWith(LIST)) {
      return value instanceof List<?> all ? list(inner(type), all) : null;
    }
    if (type.startsWith(MAP)) {
      return value instanceof Map<?, ?> all ? map(inner(type), all) : null;
    }
    return switch (type) {
      case "string", "ipaddress" -> value instanceof String text ? quoted(text) : null;
      case "bool" -> value instanceof Boolean flag ? flag.toString() : null;
      case "int" -> integer(value);
      case "uint" -> isNegative(value) ? null : integer(value);
      case "double" -> decimal(value);
      case "timestamp", "duration" ->
          value instanceof String text ? type + "(" + quoted(text) + ")" : null;
      case "any" -> any(value);
      default -> null;
    };
  }

  /** The {@code int} of {@code list<int>}. */
  private static String inner(String type) {
    return type.substring(type.indexOf('<') + 1, type.length() - 1);
  }

  private static @Nullable String any(Object value) {
    return switch (value) {
      case String text -> quoted(text);
      case Boolean flag -> flag.toString();
      case Long _ -> integer(value);
      case Double _ -> decimal(value);
      case List<?> all -> list("any", all);
      case Map<?, ?> all -> map("any", all);
      default -> null;
    };
  }

  private static @Nullable String list(String type, List<?> all) {
    StringJoiner literals = new StringJoiner(", ", "[", "]");
    for (Object each : all) {
      String literal = literal(type, each);
      if (literal == null) {
        return null;
      }
      literals.add(literal);
    }
    return literals.toString();
  }

  private static @Nullable String map(String type, Map<?, ?> all) {
    StringJoiner entries = new StringJoiner(", ", "{", "}");
    for (Map.Entry<?, ?> each : all.entrySet()) {
      String literal = literal(type, each.getValue());
      if (literal == null || !(each.getKey() instanceof String key)) {
        return null;
      }
      entries.add(quoted(key) + ": " + literal);
    }
    return entries.toString();
  }

  private static @Nullable String integer(@Nullable Object value) {
    return switch (value) {
      case null -> null;
      case Long number -> signed(number.toString());
      case Double number when number == Math.rint(number) && Math.abs(number) < 9e15 ->
          signed(String.valueOf(number.longValue()));
      case String text when INTEGER.matcher(text).matches() -> signed(text);
      default -> null;
    };
  }

  private static @Nullable String decimal(@Nullable Object value) {
    return switch (value) {
      case null -> null;
      case Long number -> signed(number + ".0");
      case Double number when !number.isInfinite() && !number.isNaN() ->
          signed(String.valueOf(number.doubleValue()));
      default -> null;
    };
  }

  private static String signed(String number) {
    return number.startsWith("-") ? "(" + number + ")" : number;
  }

  /** A value that the request gives. */
  static String read(String type, String parameter) {
    String read = "context." + parameter;
    return switch (type) {
      case "timestamp", "duration", "double", "int" -> type + "(" + read + ")";
      case "uint" -> unsigned("int(" + read + ")");
      default -> read;
    };
  }

  /** A whole number as a term that is an error when it is below 0. */
  static String unsigned(String term) {
    return "[%1$s][%1$s < 0 ? 1 : 0]".formatted(term);
  }

  private static boolean isNegative(@Nullable Object value) {
    return value instanceof Number number
        ? number.doubleValue() < 0
        : value instanceof String text && text.startsWith("-");
  }

  /** The declaration of a parameter in a manifest. */
  static String declared(String type) {
    if (type.startsWith(LIST)) {
      return LIST + declared(inner(type)) + ">";
    }
    return switch (type) {
      case "ipaddress" -> "string";
      case "uint" -> "int";
      case "string", "bool", "int", "double", "timestamp", "duration" -> type;
      default -> type.startsWith("map") ? "map" : "any";
    };
  }

  /**
   * A stored value in our type; null if it is not of the type. Whole numbers may be texts there.
   */
  static @Nullable Object value(String type, Object value) {
    if (type.startsWith(LIST) && value instanceof List<?> all) {
      List<Object> values = new ArrayList<>();
      for (Object each : all) {
        Object own = each == null ? null : value(inner(type), each);
        if (own == null) {
          return null;
        }
        values.add(own);
      }
      return values;
    }
    if (type.startsWith(MAP) && value instanceof Map<?, ?> all) {
      Map<Object, @Nullable Object> values = new LinkedHashMap<>();
      for (Map.Entry<?, ?> each : all.entrySet()) {
        Object own = each.getValue() == null ? null : value(inner(type), each.getValue());
        if (own == null && each.getValue() != null) {
          return null;
        }
        values.put(each.getKey(), own);
      }
      return values;
    }
    if (type.equals("uint") && isNegative(value)) {
      return null;
    }
    return switch (type) {
      case "int", "uint" ->
          value instanceof String text && INTEGER.matcher(text).matches()
              ? (Object) Long.valueOf(text)
              : value;
      default -> value;
    };
  }

  private static String quoted(String text) {
    StringBuilder out = new StringBuilder("\"");
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\') {
        out.append('\\').append(c);
      } else if (Character.isISOControl(c)) {
        out.append("\\u%04x".formatted((int) c));
      } else {
        out.append(c);
      }
    }
    return out.append('"').toString();
  }
}
