package io.iamplane.language.relation;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * One type of a model.
 *
 * @param relations the kinds of subjects of each relation, by name
 * @param permissions the expression of each permission, by name; and of each relation that follows
 *     from more than stored relations, which is in both maps
 */
public record TypeDefinition(
    String name,
    Map<String, List<SubjectType>> relations,
    Map<String, RelationExpression> permissions) {

  public TypeDefinition {
    relations = Collections.unmodifiableMap(new TreeMap<>(relations));
    permissions = Collections.unmodifiableMap(new TreeMap<>(permissions));
  }

  /** Returns true if {@code member} is a relation and follows from other names as well. */
  public boolean isMixed(String member) {
    return relations.containsKey(member) && permissions.containsKey(member);
  }

  /** The section with the text of a member. */
  String kind(String member) {
    return relations.containsKey(member) ? "relations" : "permissions";
  }

  /** Returns true if {@code member} is a relation or a permission of this type. */
  public boolean declares(String member) {
    return relations.containsKey(member) || permissions.containsKey(member);
  }
}
