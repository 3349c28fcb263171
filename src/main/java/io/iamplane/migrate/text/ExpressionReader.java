package io.iamplane.migrate.text;

import io.iamplane.migrate.PeerExpression;
import io.iamplane.migrate.PeerFaultsException;
import io.iamplane.migrate.text.ExpressionBuilder.Binding;
import io.iamplane.migrate.text.ExpressionBuilder.Operator;
import io.iamplane.migrate.text.PeerToken.Kind;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads expressions with parentheses.
 *
 * @param binding the precedence of the operators
 * @param operators by their notation
 * @param terms reads operands
 */
public record ExpressionReader(Binding binding, Map<String, Operator> operators, Terms terms) {

  /** Reads an operand. */
  @FunctionalInterface
  public interface Terms {
    PeerExpression read(PeerCursor tokens) throws PeerFaultsException;
  }

  /**
   * The expression that begins at the next token; ends before the first token that cannot go on
   * with it.
   */
  public PeerExpression read(PeerCursor tokens) throws PeerFaultsException {
    ExpressionBuilder builder = new ExpressionBuilder(binding);
    boolean operand = true;
    while (true) {
      PeerToken token = tokens.peek();
      if (operand) {
        if (tokens.accept("(")) {
          builder.open(token.place());
        } else {
          builder.operand(terms.read(tokens));
          operand = false;
        }
        continue;
      }
      Operator operator = operator(token);
      if (operator != null) {
        tokens.next();
        builder.operator(operator, token.place());
        operand = true;
      } else if (builder.isOpen()) {
        tokens.expect(")");
        builder.close();
      } else {
        return builder.end();
      }
    }
  }

  private @Nullable Operator operator(PeerToken token) {
    return token.kind() == Kind.RAW || token.kind() == Kind.END
        ? null
        : operators.get(token.text());
  }
}
