package io.iamplane.language.condition;

/** What an operator or a function needs of the compiler that it is a part of. */
interface Checker {

  /** Checks and compiles an operand. */
  Code compile(Expr expr) throws ConditionSyntaxException;

  /**
   * Compiles what has to be a bool.
   *
   * @param what names the operand in a message
   */
  Code bool(Expr expr, String what) throws ConditionSyntaxException;

  /** The names that are in force. */
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
    return ("aeiou".indexOf(text.charAt(0)) < 0 ? "a " : "an ") + text;
  }
}
