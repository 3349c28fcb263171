package io.iamplane.language.condition;

/** The operators between two operands, with their binding strength: greater binds tighter. */
enum Operator {
  EQUAL("==", Precedence.RELATION),
  NOT_EQUAL("!=", Precedence.RELATION),
  LESS("<", Precedence.RELATION),
  LESS_EQUAL("<=", Precedence.RELATION),
  GREATER(">", Precedence.RELATION),
  GREATER_EQUAL(">=", Precedence.RELATION),
  IN("in", Precedence.RELATION),
  PLUS("+", Precedence.SUM),
  MINUS("-", Precedence.SUM),
  TIMES("*", Precedence.PRODUCT),
  DIVIDE("/", Precedence.PRODUCT),
  REMAINDER("%", Precedence.PRODUCT);

  /** Binding strengths of all constructs, weakest first. */
  public static final class Precedence {
    public static final int CHOICE = 1;
    public static final int OR = 2;
    public static final int AND = 3;
    public static final int RELATION = 4;
    public static final int SUM = 5;
    public static final int PRODUCT = 6;
    public static final int UNARY = 7;
    public static final int MEMBER = 8;

    private Precedence() {}
  }

  private final String symbol;
  private final int precedence;

  Operator(String symbol, int precedence) {
    this.symbol = symbol;
    this.precedence = precedence;
  }

  public String symbol() {
    return symbol;
  }

  public int precedence() {
    return precedence;
  }
}
