package io.iamplane.language.condition;

import org.jspecify.annotations.Nullable;

/**
 * Reads an attribute or parameter. A class of its own, not a closure, since nearly every operand is
 * one: {@link Term#value(Term, Frame)} recognises it and so spares an indirect call.
 *
 * @param admission the check of the declared type, null for a dynamic one
 * @param ofNull the result for JSON's null: null itself, or the failure of a typed parameter
 */
record FieldTerm(
    Root root,
    String name,
    @Nullable Admission admission,
    @Nullable Failure ofNull,
    Failure absent,
    Failure mistyped)
    implements Term {

  @Override
  public @Nullable Object value(Frame frame) {
    Attributes attributes = frame.attributes();
    Object value = attributes.get(root, name);
    if (value == null) {
      return attributes.has(root, name) ? ofNull : absent;
    }
    return admission == null ? value : admitted(admission, frame, value);
  }

  private Object admitted(Admission wanted, Frame frame, Object value) {
    Object admitted = wanted.admit(frame, value);
    return admitted == null ? mistyped : admitted;
  }
}
