package io.iamplane.language.relation;

import io.iamplane.language.relation.RelationExpression.All;
import io.iamplane.language.relation.RelationExpression.Exclusion;
import io.iamplane.language.relation.RelationExpression.Intersection;
import io.iamplane.language.relation.RelationExpression.Name;
import io.iamplane.language.relation.RelationExpression.Nil;
import io.iamplane.language.relation.RelationExpression.Self;
import io.iamplane.language.relation.RelationExpression.Stored;
import io.iamplane.language.relation.RelationExpression.Traversal;
import io.iamplane.language.relation.RelationExpression.Union;
import io.iamplane.language.relation.RelationToken.Kind;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads the text of a relation: a list of subjects, or an expression in which such a list stands
 * once. In brackets it is always a list; without them, a word is a subject if it names a type, and
 * a name of the same type otherwise. A text of types alone is a list, as it was before relations
 * had expressions.
 */
final class RelationTextParser {

  private static final Set<Kind> OF_A_LIST =
      EnumSet.of(Kind.NAME, Kind.OR, Kind.HASH, Kind.EVERYONE, Kind.END);

  private final String relation;
  private final ModelSource source;
  private final ModelTerms terms;
  private final boolean brackets;
  private final TokenCursor tokens;

  private RelationTextParser(
      String relation, List<RelationToken> tokens, ModelSource source, ModelTerms terms) {
    this.relation = relation;
    this.source = source;
    this.terms = terms;
    this.brackets = tokens.stream().anyMatch(token -> token.kind() == Kind.OPEN_LIST);
    this.tokens = new TokenCursor(tokens);
  }

  static RelationExpression read(String relation, String text, ModelSource source, ModelTerms terms)
      throws SyntaxFault {
    List<RelationToken> tokens = RelationLexer.read(text);
    RelationTextParser parser = new RelationTextParser(relation, tokens, source, terms);
    boolean list = tokens.stream().allMatch(token -> OF_A_LIST.contains(token.kind()));
    return list ? parser.list() : parser.expression();
  }

  private RelationExpression list() throws SyntaxFault {
    List<SubjectType> types = subjects();
    tokens.expect(Kind.END, "'|' or the end of the expression");
    if (types.stream().noneMatch(this::isOnlyName)) {
      return new Stored(relation, types);
    }
    List<RelationExpression> operands = new ArrayList<>();
    for (SubjectType type : types) {
      RelationToken place = source.place(type);
      operands.add(
          isBare(type) && place != null ? word(place) : new Stored(relation, List.of(type)));
    }
    return withOneList(merged(new Union(operands)));
  }

  private static boolean isBare(SubjectType type) {
    return type.relation() == null && !type.wildcard() && type.condition() == null;
  }

  private boolean isOnlyName(SubjectType type) {
    return isBare(type)
        && !terms.isType(type.type())
        && (terms.isName(type.type()) || terms.isReserved(type.type()));
  }

  private RelationExpression expression() throws SyntaxFault {
    ExpressionParser parser = new ExpressionParser(tokens, source, terms, this::operand);
    return withOneList(merged(parser.expression()));
  }

  /** Null when no term of a relation's own stands here. */
  private @Nullable RelationExpression operand() throws SyntaxFault {
    RelationToken place = tokens.peek();
    if (tokens.accept(Kind.OPEN_LIST)) {
      List<SubjectType> listed = subjects();
      tokens.expect(Kind.CLOSE_LIST, "'|' or ']'");
      return source.at(place, new Stored(relation, listed));
    }
    if (!tokens.accept(Kind.NAME)) {
      return null;
    }
    Kind next = tokens.peek().kind();
    if (next == Kind.EVERYONE || next == Kind.HASH || tokens.sees(SubjectType.WITH)) {
      if (brackets) {
        throw new SyntaxFault(place, "all subject types must be listed in the brackets");
      }
      return source.at(place, new Stored(relation, List.of(subject(place))));
    }
    return ExpressionParser.isTraversed(tokens)
        ? ExpressionParser.traversal(place, tokens, source)
        : word(place);
  }

  private RelationExpression word(RelationToken place) throws SyntaxFault {
    String word = place.text();
    boolean type = !brackets && terms.isType(word);
    if (type && terms.isName(word)) {
      throw new SyntaxFault(
          place,
          ("'%s' is both a type and a relation or permission of this type; write subject types in"
                  + " brackets, as in [%s]")
              .formatted(word, word));
    }
    return type
        ? source.at(place, new Stored(relation, List.of(source.at(place, SubjectType.of(word)))))
        : source.at(place, terms.operand(word));
  }

  /** The expression itself; throws unless it has exactly one list of subject types. */
  private RelationExpression withOneList(RelationExpression expression) throws SyntaxFault {
    List<Stored> stored = new ArrayList<>();
    collect(expression, stored);
    if (stored.isEmpty()) {
      throw new SyntaxFault(
          1,
          1,
          "the relation lists no subject types; declare an expression without them under"
              + " 'permissions'");
    }
    if (stored.size() > 1) {
      RelationToken second = source.place(stored.get(1).subjects().getFirst());
      String message = "subject types are listed in two places; list them once, in brackets";
      throw second == null ? new SyntaxFault(1, 1, message) : new SyntaxFault(second, message);
    }
    return expression;
  }

  private static void collect(RelationExpression expression, List<Stored> into) {
    if (expression instanceof Stored stored) {
      into.add(stored);
    }
    for (RelationExpression each : expression.parts()) {
      collect(each, into);
    }
  }

  /** With the lists that are operands of one union as one list, where the first of them stood. */
  private RelationExpression merged(RelationExpression expression) throws SyntaxFault {
    return switch (expression) {
      case Union union -> merged(mergedAll(union.operands()));
      case Intersection both -> new Intersection(mergedAll(both.operands()));
      case Exclusion without -> new Exclusion(merged(without.base()), merged(without.excluded()));
      case Stored _, Self _, Nil _, Name _, Traversal _, All _ -> expression;
    };
  }

  private List<RelationExpression> mergedAll(List<RelationExpression> all) throws SyntaxFault {
    List<RelationExpression> merged = new ArrayList<>();
    for (RelationExpression each : all) {
      merged.add(merged(each));
    }
    return merged;
  }

  private RelationExpression merged(List<RelationExpression> operands) throws SyntaxFault {
    List<SubjectType> listed = new ArrayList<>();
    List<RelationExpression> all = new ArrayList<>();
    int first = -1;
    for (RelationExpression operand : operands) {
      if (operand instanceof Stored stored) {
        first = first < 0 ? all.size() : first;
        for (SubjectType type : stored.subjects()) {
          RelationToken place = source.place(type);
          add(place == null ? tokens.peek() : place, type, listed);
        }
      } else {
        all.add(operand);
      }
    }
    if (first >= 0) {
      all.add(first, new Stored(relation, listed));
    }
    return all.size() == 1 ? all.getFirst() : new Union(all);
  }

  /** One or more subjects: {@code user | group#member | user:*}. */
  private List<SubjectType> subjects() throws SyntaxFault {
    List<SubjectType> types = new ArrayList<>();
    do {
      RelationToken place = tokens.peek();
      add(place, subject(tokens.expect(Kind.NAME, "a type")), types);
    } while (tokens.accept(Kind.OR));
    return types;
  }

  private static void add(RelationToken place, SubjectType type, List<SubjectType> to)
      throws SyntaxFault {
    if (to.contains(type)) {
      throw new SyntaxFault(place, "'" + type.canonical() + "' is listed twice");
    }
    to.add(type);
  }

  /** The subject that begins with a type, which was read. */
  private SubjectType subject(RelationToken type) throws SyntaxFault {
    if (tokens.accept(Kind.EVERYONE)) {
      return source.at(type, conditional(SubjectType.everyone(type.text())));
    }
    if (!tokens.accept(Kind.HASH)) {
      return source.at(type, conditional(SubjectType.of(type.text())));
    }
    RelationToken relation = tokens.expect(Kind.NAME, "a relation");
    SubjectType userset = conditional(SubjectType.userset(type.text(), relation.text()));
    return source.leadingTo(relation, source.at(type, userset));
  }

  private SubjectType conditional(SubjectType subject) throws SyntaxFault {
    if (!tokens.sees(SubjectType.WITH)) {
      return subject;
    }
    tokens.accept(Kind.NAME);
    RelationToken condition = tokens.expect(Kind.NAME, "a condition");
    return source.under(condition, subject.with(condition.text()));
  }
}
