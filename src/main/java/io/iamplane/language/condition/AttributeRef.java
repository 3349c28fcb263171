package io.iamplane.language.condition;

/** A field of a root that a condition reads, such as {@code subject.department}. */
public record AttributeRef(Root root, String field) {

  @Override
  public String toString() {
    return root.text() + "." + field;
  }
}
