package io.iamplane.language.condition;

/** The compiler as operators and functions see it. */
interface Checker {

  /** Checks and compiles an operand. */
  Code compile(Expr expr) throws ConditionSyntaxException;

  /**
   * Compiles an operand that must be a bool.
   *
   * @param what names the operand in a message
   */
  Code bool(Expr expr, String what) throws ConditionSyntaxException;

  Scope scope();

  /** Nodes compiled so far: the difference over a part is the part's weight. */
  int nodes();

  /** An evaluation error at that place. */
  Failure failure(Expr at, String reason);

  /** The evaluation error of a spent step budget, at that place. */
  Failure exhausted(Expr at);

  /** A refusal of the condition, at that place. */
  ConditionSyntaxException fault(Expr at, String reason);

  /** A type as a message speaks of it: {@code an int}. */
  static String article(Type type) {
    String text = type.isDynamic() ? "dynamic value" : type.text();
    String article = "aeiou".indexOf(text.charAt(0)) < 0 ? "a " : "an ";
    return type == Scalar.NULL ? text : article + text;
  }
}
