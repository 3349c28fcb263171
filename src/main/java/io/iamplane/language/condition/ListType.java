package io.iamplane.language.condition;

/** A list with elements of one type. */
public record ListType(Type element) implements Type {

  @Override
  public String text() {
    return element.isDynamic() ? "list" : "list<" + element.text() + ">";
  }

  @Override
  public Type item() {
    return element;
  }
}
