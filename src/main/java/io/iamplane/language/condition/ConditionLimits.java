package io.iamplane.language.condition;

/**
 * Bounds on a condition's text, checked when it is compiled, and on its evaluation. They are fixed
 * rather than configured: a stored condition must not stop compiling because a setting changed.
 */
final class ConditionLimits {

  /** Characters (UTF-16 units) of source text. */
  public static final int SOURCE_LENGTH = 16_384;

  /** Nested parentheses, brackets, operators and selections. */
  public static final int DEPTH = 64;

  /** Nodes of the syntax tree: literals, names and operations. */
  public static final int NODES = 2_000;

  /** Elements of a list written in the condition. */
  public static final int LITERAL_LIST_LENGTH = 1_000;

  /** Characters of a regular expression. */
  public static final int PATTERN_LENGTH = 512;

  /** Instructions of a compiled regular expression. */
  public static final int PATTERN_SIZE = 2_000;

  /** Elements of a list or map that {@code in}, {@code exists} or {@code all} looks through. */
  public static final int LIST_LENGTH = 10_000;

  /** Nesting of attribute values that {@code ==} and {@code in} compare. */
  public static final int VALUE_DEPTH = 64;

  /** Characters of a string that {@code +} makes. */
  public static final int TEXT_LENGTH = 1_048_576;

  /**
   * Steps of one evaluation. One step is about one node inside a comprehension, one compared
   * element, 64 characters looked at, or four steps of a regular expression's automaton; spending
   * them all takes some tens of milliseconds at most.
   */
  public static final int STEPS = 200_000;

  private ConditionLimits() {}
}
