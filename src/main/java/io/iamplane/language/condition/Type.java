package io.iamplane.language.condition;

/** The static type of an expression or of a declared attribute. */
public sealed interface Type permits Scalar, ListType, MapType {

  /** The text of a manifest and of messages: {@code list<string>}. */
  String text();

  /** This type as a message speaks of it: {@code an int}. */
  default String described() {
    String text = isDynamic() ? "dynamic value" : text();
    String article = "aeiou".indexOf(text.charAt(0)) < 0 ? "a " : "an ";
    return this == Scalar.NULL ? text : article + text;
  }

  /** The type of the elements in an iteration; dynamic where nothing is known of them. */
  default Type element() {
    return Scalar.ANY;
  }

  /** The type of a member, or of a value at an index; dynamic where nothing is known of it. */
  default Type item() {
    return Scalar.ANY;
  }

  default boolean isNumber() {
    return this == Scalar.INT || this == Scalar.DOUBLE;
  }

  default boolean isDynamic() {
    return this == Scalar.ANY;
  }

  /** Returns true if a value of this type may also be of the other: the two are worth comparing. */
  default boolean overlaps(Type other) {
    return isDynamic()
        || other.isDynamic()
        || this == Scalar.NULL
        || other == Scalar.NULL
        || (isNumber() && other.isNumber())
        || (this instanceof ListType(Type a) && other instanceof ListType(Type b) && a.overlaps(b))
        || (this instanceof MapType(Type a) && other instanceof MapType(Type b) && a.overlaps(b))
        || equals(other);
  }

  /** The type of a value that is of one of two types. */
  static Type join(Type a, Type b) {
    return a.equals(b) ? a : Scalar.ANY;
  }
}
