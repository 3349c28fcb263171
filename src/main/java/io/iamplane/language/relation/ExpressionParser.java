package io.iamplane.language.relation;

import io.iamplane.language.relation.RelationExpression.Exclusion;
import io.iamplane.language.relation.RelationExpression.Intersection;
import io.iamplane.language.relation.RelationExpression.Name;
import io.iamplane.language.relation.RelationExpression.Traversal;
import io.iamplane.language.relation.RelationExpression.Union;
import io.iamplane.language.relation.RelationToken.Kind;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads the texts of a model. {@code ->} binds tightest; then {@code &} and {@code -}, alike and
 * from the left; {@code |} loosest.
 */
final class ExpressionParser {

  static final int MAX_NESTING = 32;

  /** Each may nest what stands before it, and expressions are read by recursion. */
  static final int MAX_PRODUCTS = 256;

  private final List<RelationToken> tokens;
  private final ModelSource source;
  private int at;
  private int nesting;
  private int products;

  private ExpressionParser(List<RelationToken> tokens, ModelSource source) {
    this.tokens = tokens;
    this.source = source;
  }

  static RelationExpression permission(String text, ModelSource source) throws SyntaxFault {
    ExpressionParser parser = new ExpressionParser(RelationLexer.read(text), source);
    RelationExpression expression = parser.union();
    parser.expect(Kind.END, "an operator or the end");
    return expression;
  }

  static List<SubjectType> relation(String text, ModelSource source) throws SyntaxFault {
    ExpressionParser parser = new ExpressionParser(RelationLexer.read(text), source);
    List<SubjectType> types = new ArrayList<>();
    do {
      RelationToken place = parser.peek();
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
    RelationToken type = expect(Kind.NAME, "a type");
    if (accept(Kind.EVERYONE)) {
      return source.at(type, SubjectType.everyone(type.text()));
    }
    if (!accept(Kind.HASH)) {
      return source.at(type, SubjectType.of(type.text()));
    }
    RelationToken relation = expect(Kind.NAME, "a relation");
    SubjectType userset = SubjectType.userset(type.text(), relation.text());
    return source.leadingTo(relation, source.at(type, userset));
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
      RelationToken operator = peek();
      if (operator.kind() != Kind.AND && operator.kind() != Kind.MINUS) {
        return left;
      }
      if (++products > MAX_PRODUCTS) {
        throw new SyntaxFault(operator, "has more than " + MAX_PRODUCTS + " of '&' and '-'");
      }
      if (accept(Kind.AND)) {
        left = both(left, operand());
      } else {
        at++;
        left = new Exclusion(left, operand());
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
    RelationToken token = peek();
    if (accept(Kind.OPEN)) {
      if (++nesting > MAX_NESTING) {
        throw new SyntaxFault(token, "parentheses nest deeper than " + MAX_NESTING);
      }
      RelationExpression inner = union();
      expect(Kind.CLOSE, "')'");
      nesting--;
      return inner;
    }
    RelationToken name = expect(Kind.NAME, "a relation, a permission or '('");
    if (!accept(Kind.ARROW)) {
      return source.at(name, new Name(name.text()));
    }
    RelationToken target = expect(Kind.NAME, "a relation or permission after '->'");
    Traversal traversal = new Traversal(name.text(), target.text());
    return source.leadingTo(target, source.at(name, traversal));
  }

  private RelationToken peek() {
    return tokens.get(at);
  }

  private boolean accept(Kind kind) {
    if (peek().kind() != kind) {
      return false;
    }
    at++;
    return true;
  }

  private RelationToken expect(Kind kind, String words) throws SyntaxFault {
    RelationToken token = peek();
    if (token.kind() != kind) {
      String hint = ForeignNotation.hint(token);
      throw new SyntaxFault(token, "expected " + words + ", found " + token.words() + hint);
    }
    at = Math.min(at + 1, tokens.size() - 1);
    return token;
  }
}
