package io.iamplane.language.relation;

import io.iamplane.language.relation.RelationToken.Kind;
import java.util.ArrayList;
import java.util.List;

/** Reads the subjects of a relation: {@code user | group#member | user:*}. */
final class SubjectListParser {

  private final TokenCursor tokens;
  private final ModelSource source;

  SubjectListParser(TokenCursor tokens, ModelSource source) {
    this.tokens = tokens;
    this.source = source;
  }

  /** Reads one or more subjects, separated by {@code |}. */
  List<SubjectType> list() throws SyntaxFault {
    List<SubjectType> types = new ArrayList<>();
    do {
      RelationToken place = tokens.peek();
      add(place, subject(tokens.expect(Kind.NAME, "a type")), types);
    } while (tokens.accept(Kind.OR));
    return types;
  }

  static void add(RelationToken place, SubjectType type, List<SubjectType> to) throws SyntaxFault {
    if (to.contains(type)) {
      throw new SyntaxFault(place, "'" + type.canonical() + "' is listed twice");
    }
    to.add(type);
  }

  /** The subject that begins with a type, which was read. */
  SubjectType subject(RelationToken type) throws SyntaxFault {
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
