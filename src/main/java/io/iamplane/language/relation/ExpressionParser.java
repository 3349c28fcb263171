package io.iamplane.language.relation;

import io.iamplane.language.relation.RelationExpression.All;
import io.iamplane.language.relation.RelationExpression.Exclusion;
import io.iamplane.language.relation.RelationExpression.Intersection;
import io.iamplane.language.relation.RelationExpression.Traversal;
import io.iamplane.language.relation.RelationExpression.Union;
import io.iamplane.language.relation.RelationToken.Kind;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads expressions. {@code ->} binds tightest; then {@code &} and {@code -}, alike and from the
 * left; {@code |} loosest.
 */
final class ExpressionParser {

  static final int MAX_NESTING = 32;

  /** Each product may nest the operand before it, and expressions are read by recursion. */
  static final int MAX_PRODUCTS = 256;

  private final TokenCursor tokens;
  private final ModelSource source;
  private final ModelTerms words;
  private final Terms terms;
  private int nesting;
  private int products;

  /** Reads an operand that has a meaning of its own in the text of a relation. */
  interface Terms {
    /** Null, with nothing read, when no such operand stands here. */
    @Nullable RelationExpression read() throws SyntaxFault;
  }

  ExpressionParser(TokenCursor tokens, ModelSource source, ModelTerms words, Terms terms) {
    this.tokens = tokens;
    this.source = source;
    this.words = words;
    this.terms = terms;
  }

  static RelationExpression permission(String text, ModelSource source, ModelTerms words)
      throws SyntaxFault {
    TokenCursor tokens = new TokenCursor(RelationLexer.read(text));
    return new ExpressionParser(tokens, source, words, () -> null).expression();
  }

  /** The whole text. */
  RelationExpression expression() throws SyntaxFault {
    RelationExpression expression = union();
    tokens.expect(Kind.END, "an operator or the end of the expression");
    return expression;
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
    } while (tokens.accept(Kind.OR));
    return operands.size() == 1 ? operands.getFirst() : new Union(operands);
  }

  private RelationExpression product() throws SyntaxFault {
    RelationExpression left = operand();
    while (true) {
      RelationToken operator = tokens.peek();
      boolean both = tokens.accept(Kind.AND);
      if (!both && !tokens.accept(Kind.MINUS)) {
        return left;
      }
      if (++products > MAX_PRODUCTS) {
        throw new SyntaxFault(
            operator, "the expression has more than " + MAX_PRODUCTS + " '&' and '-' operators");
      }
      left = both ? both(left, operand()) : new Exclusion(left, operand());
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
    RelationToken token = tokens.peek();
    if (tokens.accept(Kind.OPEN)) {
      if (++nesting > MAX_NESTING) {
        throw new SyntaxFault(
            token, "parentheses are nested more than " + MAX_NESTING + " levels deep");
      }
      RelationExpression inner = union();
      tokens.expect(Kind.CLOSE, "')'");
      nesting--;
      return inner;
    }
    RelationExpression term = terms.read();
    if (term != null) {
      return term;
    }
    RelationToken name = tokens.expect(Kind.NAME, "a relation, a permission or '('");
    return isTraversed(tokens)
        ? traversal(name, tokens, source)
        : source.at(name, words.operand(name.text()));
  }

  static boolean isTraversed(TokenCursor tokens) {
    Kind next = tokens.peek().kind();
    return next == Kind.ARROW || next == Kind.ALL;
  }

  /** A traversal of this relation, from its arrow or {@code .all(} on. */
  static RelationExpression traversal(RelationToken name, TokenCursor tokens, ModelSource source)
      throws SyntaxFault {
    if (tokens.accept(Kind.ALL)) {
      RelationToken target = tokens.expect(Kind.NAME, "a relation or permission after '.all('");
      tokens.expect(Kind.CLOSE, "')'");
      return source.leadingTo(target, source.at(name, new All(name.text(), target.text())));
    }
    tokens.expect(Kind.ARROW, "'->'");
    RelationToken target = tokens.expect(Kind.NAME, "a relation or permission after '->'");
    Traversal traversal = new Traversal(name.text(), target.text());
    return source.leadingTo(target, source.at(name, traversal));
  }
}
