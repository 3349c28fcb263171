package io.iamplane.language.condition;

/**
 * A condition's text cannot be read, or its types cannot fit. Checked, since the text is someone's
 * input.
 */
public final class ConditionSyntaxException extends Exception {

  private static final long serialVersionUID = 1L;

  private final int line;
  private final int column;
  private final String reason;

  /** Makes a fault at a line and a column, both from 1; the column in code points. */
  public ConditionSyntaxException(int line, int column, String reason) {
    super("line " + line + ", column " + column + ": " + reason);
    this.line = line;
    this.column = column;
    this.reason = reason;
  }

  public int line() {
    return line;
  }

  public int column() {
    return column;
  }

  /** The fault without its place; {@link #getMessage()} holds both. */
  public String reason() {
    return reason;
  }
}
