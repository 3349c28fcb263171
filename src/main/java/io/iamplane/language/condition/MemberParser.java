package io.iamplane.language.condition;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads literals, names, selections, calls and comprehensions. */
final class MemberParser {

  /** Comprehensions of CEL's extensions. */
  private static final Set<String> UNSUPPORTED = Set.of("existsOne", "sortBy", "transformList");

  private final Tokens tokens;
  private final Shape shape;
  private final Parser expressions;
  private final Vocabulary vocabulary;
  private final Deque<String> variables = new ArrayDeque<>();

  MemberParser(Tokens tokens, Shape shape, Parser expressions, Vocabulary vocabulary) {
    this.vocabulary = vocabulary;
    this.tokens = tokens;
    this.shape = shape;
    this.expressions = expressions;
  }

  Expr member() throws ConditionSyntaxException {
    return selections(primary());
  }

  /** A number after its minus sign, which belongs to it: otherwise the least int had no literal. */
  Expr negativeNumber(Token minus) throws ConditionSyntaxException {
    return selections(number(tokens.take(), true, minus.offset()));
  }

  private Expr selections(Expr start) throws ConditionSyntaxException {
    Expr operand = start;
    while (true) {
      Token token = tokens.peek();
      if (tokens.takeIf(TokenKind.DOT)) {
        Token name = fieldName();
        operand =
            tokens.sees(TokenKind.OPEN)
                ? method(operand, name)
                : shape.add(new Expr.Select(operand, name.text(), name.offset()), List.of(operand));
      } else if (tokens.takeIf(TokenKind.OPEN_LIST)) {
        operand = index(operand, token);
      } else if (tokens.sees(TokenKind.OPEN_MAP)) {
        throw tokens.fault(token, "a condition cannot contain a message literal");
      } else {
        return operand;
      }
    }
  }

  private Token fieldName() throws ConditionSyntaxException {
    Token token = tokens.peek();
    if (token.kind() != TokenKind.NAME) {
      throw Names.isKeyword(token.text()) && token.kind() != TokenKind.STRING
          ? tokens.fault(token, token.described() + " is a keyword; use [\"...\"] instead")
          : tokens.expected("a field name");
    }
    return tokens.take();
  }

  private Expr index(Expr operand, Token bracket) throws ConditionSyntaxException {
    Expr index = expressions.expression();
    tokens.expect(TokenKind.CLOSE_LIST);
    if (index instanceof Expr.Literal literal && literal.value() instanceof String name) {
      return shape.add(new Expr.Select(operand, name, literal.offset()), List.of(operand));
    }
    return shape.add(new Expr.Index(operand, index, bracket.offset()), List.of(operand, index));
  }

  private Expr method(Expr target, Token name) throws ConditionSyntaxException {
    if (UNSUPPORTED.contains(name.text())) {
      throw tokens.fault(
          name,
          name.described()
              + " is not supported; use exists, all, exists_one, filter or map(x, ...)");
    }
    Expr.Quantifier.Kind quantifier = quantifier(name.text());
    if (quantifier != null) {
      return comprehension(target, quantifier, name);
    }
    List<Expr> arguments = arguments();
    List<Expr> children = new ArrayList<>(arguments);
    children.add(target);
    return shape.add(new Expr.Method(target, name.text(), arguments, name.offset()), children);
  }

  private static Expr.Quantifier.@Nullable Kind quantifier(String name) {
    return Arrays.stream(Expr.Quantifier.Kind.values())
        .filter(kind -> kind.text().equals(name))
        .findFirst()
        .orElse(null);
  }

  private Expr comprehension(Expr range, Expr.Quantifier.Kind kind, Token name)
      throws ConditionSyntaxException {
    tokens.expect(TokenKind.OPEN);
    Token variable = tokens.expect(TokenKind.NAME);
    if (!Names.canBeVariable(variable.text())) {
      throw tokens.fault(variable, variable.described() + " cannot be the name of a variable");
    }
    if (variables.contains(variable.text())) {
      throw tokens.fault(
          variable, variable.described() + " is already a variable; choose another name");
    }
    if (vocabulary.isParameter(variable.text())) {
      throw tokens.fault(
          variable, variable.described() + " is already a parameter; choose another name");
    }
    tokens.expect(TokenKind.COMMA);
    variables.push(variable.text());
    Expr body = expressions.expression();
    Expr looked = range;
    if (kind == Expr.Quantifier.Kind.MAP && tokens.takeIf(TokenKind.COMMA)) {
      // map(x, condition, value) is filter(x, condition).map(x, value).
      looked = quantifier(Expr.Quantifier.Kind.FILTER, range, variable, body, name);
      body = expressions.expression();
    }
    variables.pop();
    tokens.expect(TokenKind.CLOSE);
    return quantifier(kind, looked, variable, body, name);
  }

  private Expr quantifier(
      Expr.Quantifier.Kind kind, Expr range, Token variable, Expr body, Token name)
      throws ConditionSyntaxException {
    return shape.add(
        new Expr.Quantifier(kind, range, variable.text(), body, name.offset()),
        List.of(range, body));
  }

  private Expr primary() throws ConditionSyntaxException {
    Token token = tokens.take();
    return switch (token.kind()) {
      case NULL -> leaf(new Expr.Literal(null, token.offset()));
      case TRUE -> leaf(new Expr.Literal(true, token.offset()));
      case FALSE -> leaf(new Expr.Literal(false, token.offset()));
      case STRING -> leaf(new Expr.Literal(token.text(), token.offset()));
      case INT, DOUBLE -> number(token, false, token.offset());
      case OPEN -> {
        Expr inner = expressions.expression();
        tokens.expect(TokenKind.CLOSE);
        yield inner;
      }
      case OPEN_LIST -> list(token);
      case OPEN_MAP -> map(token);
      case NAME -> name(token);
      default -> throw tokens.fault(token, "expected a value, found " + token.described());
    };
  }

  private Expr list(Token bracket) throws ConditionSyntaxException {
    List<Expr> elements = expressions(TokenKind.CLOSE_LIST);
    if (elements.size() > ConditionLimits.LITERAL_LIST_LENGTH) {
      throw tokens.fault(
          bracket,
          "the list has more than %d elements".formatted(ConditionLimits.LITERAL_LIST_LENGTH));
    }
    return shape.add(new Expr.ListLiteral(elements, bracket.offset()), elements);
  }

  /** CEL's grammar takes a comma after the last entry, and one that stands alone. */
  private Expr map(Token brace) throws ConditionSyntaxException {
    List<Expr.MapLiteral.Entry> entries = new ArrayList<>();
    List<Expr> children = new ArrayList<>();
    boolean more = !tokens.takeIf(TokenKind.COMMA);
    while (more && !tokens.sees(TokenKind.CLOSE_MAP)) {
      Expr.MapLiteral.Entry entry = entry();
      entries.add(entry);
      children.addAll(List.of(entry.key(), entry.value()));
      more = tokens.takeIf(TokenKind.COMMA);
      if (!more && !tokens.sees(TokenKind.CLOSE_MAP)) {
        throw tokens.expected("',' or " + TokenKind.CLOSE_MAP.text());
      }
    }
    tokens.expect(TokenKind.CLOSE_MAP);
    return shape.add(new Expr.MapLiteral(List.copyOf(entries), brace.offset()), children);
  }

  private Expr.MapLiteral.Entry entry() throws ConditionSyntaxException {
    Token first = tokens.peek();
    boolean bare = first.kind() == TokenKind.NAME && tokens.seesNext(TokenKind.COLON);
    if (bare && !variables.contains(first.text()) && !vocabulary.isParameter(first.text())) {
      throw tokens.fault(first, "a key must be a string: write \"%s\"".formatted(first.text()));
    }
    Expr key = expressions.expression();
    tokens.expect(TokenKind.COLON);
    return new Expr.MapLiteral.Entry(key, expressions.expression());
  }

  private List<Expr> arguments() throws ConditionSyntaxException {
    tokens.expect(TokenKind.OPEN);
    return expressions(TokenKind.CLOSE);
  }

  private List<Expr> expressions(TokenKind close) throws ConditionSyntaxException {
    List<Expr> found = new ArrayList<>();
    if (close == TokenKind.CLOSE_LIST && tokens.takeIf(TokenKind.COMMA)) {
      tokens.expect(close);
      return List.of();
    }
    while (!tokens.sees(close)) {
      found.add(expressions.expression());
      boolean more = tokens.takeIf(TokenKind.COMMA);
      if (!more && !tokens.sees(close)) {
        throw tokens.expected("',' or " + close.text());
      }
      if (more && close == TokenKind.CLOSE && tokens.sees(close)) {
        throw tokens.expected("an argument");
      }
    }
    tokens.take();
    return List.copyOf(found);
  }

  private Expr name(Token name) throws ConditionSyntaxException {
    if (vocabulary.isParameter(name.text()) && !tokens.sees(TokenKind.OPEN)) {
      return leaf(new Expr.Parameter(name.text(), name.offset()));
    }
    Root root = vocabulary.root(name.text());
    if (root != null) {
      return field(root, name);
    }
    if (variables.contains(name.text())) {
      return leaf(new Expr.Variable(name.text(), name.offset()));
    }
    if (tokens.sees(TokenKind.OPEN)) {
      return name.text().equals("has") ? presence(name) : call(name);
    }
    throw tokens.fault(name, "unknown name " + name.described() + "; " + vocabulary.readable());
  }

  private Expr field(Root root, Token token) throws ConditionSyntaxException {
    Token name = token;
    if (tokens.takeIf(TokenKind.DOT)) {
      name = fieldName();
    } else if (tokens.takeIf(TokenKind.OPEN_LIST) && tokens.sees(TokenKind.STRING)) {
      name = tokens.take();
      tokens.expect(TokenKind.CLOSE_LIST);
    }
    if (name.equals(token) || (name.kind() == TokenKind.NAME && tokens.sees(TokenKind.OPEN))) {
      throw tokens.fault(
          token,
          "'%1$s' must be followed by a field name: %1$s.name or %1$s[\"name\"]"
              .formatted(root.text()));
    }
    return leaf(new Expr.Field(root, name.text(), token.offset()));
  }

  private Expr call(Token name) throws ConditionSyntaxException {
    List<Expr> arguments = arguments();
    return shape.add(new Expr.Call(name.text(), arguments, name.offset()), arguments);
  }

  private Expr presence(Token name) throws ConditionSyntaxException {
    List<Expr> arguments = arguments();
    if (arguments.size() == 1
        && (arguments.getFirst() instanceof Expr.Field
            || arguments.getFirst() instanceof Expr.Select)) {
      return shape.add(new Expr.Has(arguments.getFirst(), name.offset()), arguments);
    }
    throw tokens.fault(name, "has() takes one field, such as has(subject.department)");
  }

  private Expr leaf(Expr leaf) throws ConditionSyntaxException {
    return shape.add(leaf, List.of());
  }

  private Expr number(Token token, boolean negative, int offset) throws ConditionSyntaxException {
    String signed = (negative ? "-" : "") + token.text();
    return leaf(
        new Expr.Literal(
            token.kind() == TokenKind.DOUBLE
                ? (Object) fraction(token, signed)
                : (Object) integer(token, signed),
            offset));
  }

  private Double fraction(Token token, String text) throws ConditionSyntaxException {
    double value = Double.parseDouble(text);
    if (Double.isInfinite(value)) {
      throw tokens.fault(token, "the number is too large for a double");
    }
    return value;
  }

  private Long integer(Token token, String text) throws ConditionSyntaxException {
    try {
      return text.contains("x") || text.contains("X")
          ? Long.parseLong(text.replaceFirst("0[xX]", ""), 16)
          : Long.parseLong(text);
    } catch (NumberFormatException e) {
      throw tokens.fault(token, "the number does not fit in 64 bits");
    }
  }
}
