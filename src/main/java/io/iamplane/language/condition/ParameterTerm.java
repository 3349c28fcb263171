package io.iamplane.language.condition;

import org.jspecify.annotations.Nullable;

/**
 * Reads a parameter of a named condition.
 *
 * @param admission the check of its type, null for a dynamic one
 * @param absent the failure if neither the relation nor the request gives it
 * @param mistyped the failure if the value is not of its type; JSON's null is of none
 */
record ParameterTerm(String name, @Nullable Admission admission, Failure absent, Failure mistyped)
    implements Term {

  @Override
  public @Nullable Object value(Frame frame) {
    Attributes given = frame.attributes();
    Object value = given.get(Root.CONTEXT, name);
    if (value == null && !given.has(Root.CONTEXT, name)) {
      return absent;
    }
    if (admission == null) {
      return value;
    }
    Object admitted = value == null ? null : admission.admit(frame, value);
    return admitted == null ? mistyped : admitted;
  }
}
