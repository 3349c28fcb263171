package io.iamplane.language.condition;

import org.jspecify.annotations.Nullable;

/** Reads a type as a manifest declares it. */
final class TypeText {

  public static final String EXPECTED =
      "string, int, double, bool, timestamp, duration, map, any, list or list<...>";

  /** Lists of lists of lists are declared; deeper ones are {@code any}. */
  private static final int MAX_LISTS = 3;

  private TypeText() {}

  /** The type; null when the text names none that can be declared. */
  public static @Nullable Type parse(String text) {
    return parse(text, MAX_LISTS);
  }

  private static @Nullable Type parse(String text, int lists) {
    if (lists > 0 && text.startsWith("list<") && text.endsWith(">")) {
      Type element = parse(text.substring("list<".length(), text.length() - 1), lists - 1);
      return element == null ? null : new ListType(element);
    }
    return switch (text) {
      case "string" -> Scalar.STRING;
      case "int" -> Scalar.INT;
      case "double" -> Scalar.DOUBLE;
      case "bool" -> Scalar.BOOL;
      case "timestamp" -> Scalar.TIMESTAMP;
      case "duration" -> Scalar.DURATION;
      case "map" -> MapType.DYNAMIC;
      case "any" -> Scalar.ANY;
      case "list" -> new ListType(Scalar.ANY);
      default -> null;
    };
  }
}
