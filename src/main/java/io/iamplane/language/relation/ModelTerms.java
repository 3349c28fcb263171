package io.iamplane.language.relation;

import io.iamplane.language.relation.RelationExpression.Name;
import io.iamplane.language.relation.RelationExpression.Nil;
import io.iamplane.language.relation.RelationExpression.Self;
import java.util.Set;

/** The meanings of a bare word in a text: a declared type, or a name of the text's own type. */
record ModelTerms(Set<String> types, Set<String> names) {

  static final String SELF = "self";
  static final String NIL = "nil";

  boolean isType(String word) {
    return types.contains(word) || DirectoryTypes.UNDECLARED.containsKey(word);
  }

  boolean isName(String word) {
    return names.contains(word);
  }

  /** Returns true for a word with a meaning in expressions without a declaration. */
  boolean isReserved(String word) {
    return !isName(word) && (word.equals(SELF) || word.equals(NIL));
  }

  /** The meaning of a word in an expression; a type's own name comes first. */
  RelationExpression operand(String word) {
    if (!isReserved(word)) {
      return new Name(word);
    }
    return word.equals(SELF) ? new Self() : new Nil();
  }
}
