package io.iamplane.language.relation;

import io.iamplane.language.relation.RelationExpression.Exclusion;
import io.iamplane.language.relation.RelationExpression.Intersection;
import io.iamplane.language.relation.RelationExpression.Name;
import io.iamplane.language.relation.RelationExpression.Traversal;
import io.iamplane.language.relation.RelationExpression.Union;
import io.iamplane.language.relation.Token.Kind;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads the texts of a model. {@code ->} binds tightest; then {@code &} and {@code -}, alike and
 * from the left; {@code |} loosest.
 */
final class ExpressionParser {

  static final int MAX_NESTING = 32;

  private final List<Token> tokens;
  private int at;
  private int nesting;

  private ExpressionParser(List<Token> tokens) {
    this.tokens = tokens;
  }

  static RelationExpression permission(String text) throws SyntaxFault {
    ExpressionParser parser = new ExpressionParser(Lexer.read(text));
    RelationExpression expression = parser.union();
    parser.expect(Kind.END, "an operator or the end");
    return expression;
  }

  static List<SubjectType> relation(String text) throws SyntaxFault {
    ExpressionParser parser = new ExpressionParser(Lexer.read(text));
    List<SubjectType> types = new ArrayList<>();
    do {
      Token place = parser.peek();
      SubjectType type = parser.subjectType();
      if (types.contains(type)) {
        throw new SyntaxFault(place, "'" + type.canonical() + "' is listed twice");
      }
      types.add(type);
    } while (parser.accept(Kind.OR));
    parser.expect(Kind.END, "'|' or the end");
    return types;
  }

  private SubjectType subjectType() throws SyntaxFault {
    String type = expect(Kind.NAME, "a type").text();
    if (accept(Kind.EVERYONE)) {
      return SubjectType.everyone(type);
    }
    return accept(Kind.HASH)
        ? SubjectType.userset(type, expect(Kind.NAME, "a relation").text())
        : SubjectType.of(type);
  }

  private RelationExpression union() throws SyntaxFault {
    List<RelationExpression> operands = new ArrayList<>();
    do {
      RelationExpression operand = product();
      if (operand instanceof Union nested) {
        operands.addAll(nested.operands());
      } else {
        operands.add(operand);
      }
    } while (accept(Kind.OR));
    return operands.size() == 1 ? operands.getFirst() : new Union(operands);
  }

  private RelationExpression product() throws SyntaxFault {
    RelationExpression left = operand();
    while (true) {
      if (accept(Kind.AND)) {
        left = both(left, operand());
      } else if (accept(Kind.MINUS)) {
        left = new Exclusion(left, operand());
      } else {
        return left;
      }
    }
  }

  private static RelationExpression both(RelationExpression left, RelationExpression right) {
    List<RelationExpression> operands = new ArrayList<>();
    for (RelationExpression side : List.of(left, right)) {
      if (side instanceof Intersection nested) {
        operands.addAll(nested.operands());
      } else {
        operands.add(side);
      }
    }
    return new Intersection(operands);
  }

  private RelationExpression operand() throws SyntaxFault {
    Token token = peek();
    if (accept(Kind.OPEN)) {
      if (++nesting > MAX_NESTING) {
        throw new SyntaxFault(token, "parentheses nest deeper than " + MAX_NESTING);
      }
      RelationExpression inner = union();
      expect(Kind.CLOSE, "')'");
      nesting--;
      return inner;
    }
    String name = expect(Kind.NAME, "a relation, a permission or '('").text();
    return accept(Kind.ARROW)
        ? new Traversal(name, expect(Kind.NAME, "a relation or permission after '->'").text())
        : new Name(name);
  }

  private Token peek() {
    return tokens.get(at);
  }

  private boolean accept(Kind kind) {
    if (peek().kind() != kind) {
      return false;
    }
    at++;
    return true;
  }

  private Token expect(Kind kind, String words) throws SyntaxFault {
    Token token = peek();
    if (token.kind() != kind) {
      throw new SyntaxFault(token, "expected " + words + ", found " + token.words());
    }
    at = Math.min(at + 1, tokens.size() - 1);
    return token;
  }
}
