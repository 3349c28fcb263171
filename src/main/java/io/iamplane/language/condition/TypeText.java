package io.iamplane.language.condition;

import java.util.Optional;

/** Reads a type as a manifest declares it. */
final class TypeText {

  /** The list of types in the message for an unknown one. */
  public static final String EXPECTED =
      "string, int, double, bool, timestamp, duration, map, any, list or list<...>";

  /** Lists of lists of lists are declared; deeper ones are {@code any}. */
  private static final int MAX_LISTS = 3;

  private TypeText() {}

  /** The type, or empty when the text names none that can be declared. */
  public static Optional<Type> parse(String text) {
    return parse(text, MAX_LISTS);
  }

  private static Optional<Type> parse(String text, int lists) {
    if (lists > 0 && text.startsWith("list<") && text.endsWith(">")) {
      return parse(text.substring("list<".length(), text.length() - 1), lists - 1)
          .map(ListType::new);
    }
    return switch (text) {
      case "string" -> Optional.of(Scalar.STRING);
      case "int" -> Optional.of(Scalar.INT);
      case "double" -> Optional.of(Scalar.DOUBLE);
      case "bool" -> Optional.of(Scalar.BOOL);
      case "timestamp" -> Optional.of(Scalar.TIMESTAMP);
      case "duration" -> Optional.of(Scalar.DURATION);
      case "map" -> Optional.of(MapType.DYNAMIC);
      case "any" -> Optional.of(Scalar.ANY);
      case "list" -> Optional.of(new ListType(Scalar.ANY));
      default -> Optional.empty();
    };
  }
}
