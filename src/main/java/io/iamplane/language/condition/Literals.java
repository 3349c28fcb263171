package io.iamplane.language.condition;

/** From the digits of a number to its value. */
final class Literals {

  private Literals() {}

  static Expr number(Tokens tokens, Token token, boolean negative, int offset)
      throws ConditionSyntaxException {
    String signed = (negative ? "-" : "") + token.text();
    return new Expr.Literal(
        token.kind() == TokenKind.DOUBLE
            ? (Object) fraction(tokens, token, signed)
            : (Object) integer(tokens, token, signed),
        offset);
  }

  private static Double fraction(Tokens tokens, Token token, String text)
      throws ConditionSyntaxException {
    double value = Double.parseDouble(text);
    if (Double.isInfinite(value)) {
      throw tokens.fault(token, "the number is too large for a double");
    }
    return value;
  }

  private static Long integer(Tokens tokens, Token token, String text)
      throws ConditionSyntaxException {
    try {
      return text.contains("x") || text.contains("X")
          ? Long.parseLong(text.replaceFirst("0[xX]", ""), 16)
          : Long.parseLong(text);
    } catch (NumberFormatException e) {
      throw tokens.fault(token, "the number does not fit into 64 bits");
    }
  }
}
