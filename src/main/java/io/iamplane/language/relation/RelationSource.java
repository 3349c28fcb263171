package io.iamplane.language.relation;

import io.iamplane.language.relation.RelationExpression.Exclusion;
import io.iamplane.language.relation.RelationExpression.Intersection;
import io.iamplane.language.relation.RelationExpression.Name;
import io.iamplane.language.relation.RelationExpression.Traversal;
import io.iamplane.language.relation.RelationExpression.Union;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * A relation that bears on what a name of a model says.
 *
 * @param type of the relation's object
 * @param sign what the relation does to who has the name
 */
public record RelationSource(String type, String relation, Sign sign) {

  /** What a relation does where it comes; where it goes, the opposite. */
  public enum Sign {
    GIVES,
    /** It is excluded. */
    TAKES;

    Sign opposite() {
      return this == GIVES ? TAKES : GIVES;
    }
  }

  /**
   * All that bear on a name, whatever relations there are: directly, through other names or through
   * other objects. Goes from name to name without recursion.
   *
   * @param name a relation or a permission of the type
   */
  public static Set<RelationSource> of(RelationModel model, String type, String name) {
    Set<RelationSource> sources = new LinkedHashSet<>();
    Set<Met> seen = new HashSet<>();
    Deque<Met> left = new ArrayDeque<>(List.of(new Met(type, name, Sign.GIVES)));
    while (!left.isEmpty()) {
      Met met = left.pop();
      TypeDefinition definition = model.type(met.type());
      if (definition != null && seen.add(met)) {
        RelationExpression expression = definition.permissions().get(met.name());
        if (definition.relations().containsKey(met.name())) {
          sources.add(new RelationSource(met.type(), met.name(), met.sign()));
          definition.relations().get(met.name()).stream()
              .filter(subject -> subject.relation() != null)
              .forEach(
                  subject -> left.push(new Met(subject.type(), subject.relation(), met.sign())));
        } else if (expression != null) {
          collect(definition, expression, met.sign(), left);
        }
      }
    }
    return sources;
  }

  /** A name of a type on the way. */
  private record Met(String type, String name, Sign sign) {}

  private static void collect(
      TypeDefinition type, RelationExpression expression, Sign sign, Deque<Met> into) {
    switch (expression) {
      case Name name -> into.push(new Met(type.name(), name.name(), sign));
      case Traversal traversal -> {
        into.push(new Met(type.name(), traversal.through(), sign));
        type.relations()
            .getOrDefault(traversal.through(), List.of())
            .forEach(parent -> into.push(new Met(parent.type(), traversal.name(), sign)));
      }
      case Union union -> union.operands().forEach(each -> collect(type, each, sign, into));
      case Intersection both -> both.operands().forEach(each -> collect(type, each, sign, into));
      case Exclusion without -> {
        collect(type, without.base(), sign, into);
        collect(type, without.excluded(), sign.opposite(), into);
      }
    }
  }
}
