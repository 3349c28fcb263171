package io.iamplane.language.condition;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads operators by recursive descent over CEL's grammar; {@link MemberParser} reads operands. */
final class Parser {

  private final Tokens tokens;
  private final Shape shape;
  private final MemberParser members;

  private Parser(Source source, Vocabulary vocabulary) throws ConditionSyntaxException {
    this.tokens = new Tokens(source);
    this.shape = new Shape(source);
    this.members = new MemberParser(tokens, shape, this, vocabulary);
  }

  /** Reads a whole condition; throws at its first fault. */
  public static Expr parse(Source source, Vocabulary vocabulary) throws ConditionSyntaxException {
    Parser parser = new Parser(source, vocabulary);
    Expr expr = parser.expression();
    if (!parser.tokens.sees(TokenKind.END)) {
      throw parser.tokens.expected("an operator or " + TokenKind.END.text());
    }
    return expr;
  }

  Expr expression() throws ConditionSyntaxException {
    shape.enter(tokens.peek().offset());
    Expr condition = or();
    Token question = tokens.peek();
    Expr result = condition;
    if (tokens.takeIf(TokenKind.QUESTION)) {
      Expr then = or();
      tokens.expect(TokenKind.COLON);
      Expr otherwise = expression();
      result =
          shape.add(
              new Expr.Choice(condition, then, otherwise, question.offset()),
              List.of(condition, then, otherwise));
    }
    shape.leave();
    return result;
  }

  private Expr or() throws ConditionSyntaxException {
    Expr first = and();
    if (!tokens.sees(TokenKind.OR)) {
      return first;
    }
    int offset = tokens.peek().offset();
    List<Expr> terms = new ArrayList<>();
    flatten(first, terms, false);
    while (tokens.takeIf(TokenKind.OR)) {
      flatten(and(), terms, false);
    }
    return shape.add(new Expr.Or(List.copyOf(terms), offset), terms);
  }

  private Expr and() throws ConditionSyntaxException {
    Expr first = chain(Operator.Precedence.RELATION);
    if (!tokens.sees(TokenKind.AND)) {
      return first;
    }
    int offset = tokens.peek().offset();
    List<Expr> terms = new ArrayList<>();
    flatten(first, terms, true);
    while (tokens.takeIf(TokenKind.AND)) {
      flatten(chain(Operator.Precedence.RELATION), terms, true);
    }
    return shape.add(new Expr.And(List.copyOf(terms), offset), terms);
  }

  /** Both operators are associative, errors included, so that grouping carries no meaning. */
  private static void flatten(Expr term, List<Expr> terms, boolean conjunction) {
    if (conjunction && term instanceof Expr.And and) {
      terms.addAll(and.terms());
    } else if (!conjunction && term instanceof Expr.Or or) {
      terms.addAll(or.terms());
    } else {
      terms.add(term);
    }
  }

  /** A left-associative chain of the operators of one precedence. */
  private Expr chain(int precedence) throws ConditionSyntaxException {
    if (precedence == Operator.Precedence.UNARY) {
      return unary();
    }
    Expr left = chain(precedence + 1);
    Operator operator = operator();
    while (operator != null && operator.precedence() == precedence) {
      int offset = tokens.take().offset();
      Expr right = chain(precedence + 1);
      left = shape.add(new Expr.Binary(operator, left, right, offset), List.of(left, right));
      operator = operator();
    }
    return left;
  }

  private @Nullable Operator operator() {
    TokenKind kind = tokens.peek().kind();
    for (Operator operator : Operator.values()) {
      if (kind.text().equals("'" + operator.symbol() + "'")) {
        return operator;
      }
    }
    return null;
  }

  private Expr unary() throws ConditionSyntaxException {
    Token token = tokens.peek();
    if (tokens.takeIf(TokenKind.MINUS)) {
      if (tokens.sees(TokenKind.INT) || tokens.sees(TokenKind.DOUBLE)) {
        return members.negativeNumber(token);
      }
      Expr operand = nestedUnary(token);
      return shape.add(new Expr.Negate(operand, token.offset()), List.of(operand));
    }
    if (tokens.takeIf(TokenKind.NOT)) {
      Expr operand = nestedUnary(token);
      return shape.add(new Expr.Not(operand, token.offset()), List.of(operand));
    }
    return members.member();
  }

  private Expr nestedUnary(Token token) throws ConditionSyntaxException {
    shape.enter(token.offset());
    Expr operand = unary();
    shape.leave();
    return operand;
  }
}
