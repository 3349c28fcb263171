package io.iamplane.language.condition;

/**
 * A map with strings as keys. The values of an attribute's map are dynamic; those of a map in the
 * condition have a known type if it is the same for all.
 */
public record MapType(Type item) implements Type {

  /** Nothing is known of the values. */
  public static final MapType DYNAMIC = new MapType(Scalar.ANY);

  @Override
  public String text() {
    return item.isDynamic() ? "map" : "map<" + item.text() + ">";
  }

  /** Iterating goes through the keys. */
  @Override
  public Type element() {
    return Scalar.STRING;
  }
}
