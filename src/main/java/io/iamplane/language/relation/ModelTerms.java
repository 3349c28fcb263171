package io.iamplane.language.relation;

import java.util.Set;

/**
 * What a bare word in the text of a relation may mean.
 *
 * @param types the types that the model declares
 * @param names the relations and permissions of the text's own type
 */
record ModelTerms(Set<String> types, Set<String> names) {

  boolean isType(String word) {
    return types.contains(word) || DirectoryTypes.UNDECLARED.containsKey(word);
  }

  boolean isName(String word) {
    return names.contains(word);
  }
}
