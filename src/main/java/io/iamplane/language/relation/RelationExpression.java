package io.iamplane.language.relation;

import java.util.ArrayList;
import java.util.List;

/**
 * The expression of a permission, or of a relation that follows from more than stored relations.
 * Immutable; {@link #canonical()} reads back as an equal one.
 */
public sealed interface RelationExpression {

  /** {@code [user | group#member]}: the stored subjects of the expression's own relation. */
  record Stored(String relation, List<SubjectType> subjects) implements RelationExpression {
    public Stored {
      subjects = List.copyOf(subjects);
    }
  }

  /** {@code self}: the object itself, as the subject. */
  record Self() implements RelationExpression {}

  /** {@code nil}: no one. */
  record Nil() implements RelationExpression {}

  /** A relation or permission of the same object. */
  record Name(String name) implements RelationExpression {}

  /** {@code through->name}: the subjects of a relation have {@code name}, at least one of them. */
  record Traversal(String through, String name) implements RelationExpression {}

  /** {@code through.all(name)}: the relation has subjects, and all of them have {@code name}. */
  record All(String through, String name) implements RelationExpression {}

  /** {@code a | b}; at least two operands, none of them itself a union. */
  record Union(List<RelationExpression> operands) implements RelationExpression {
    public Union {
      operands = List.copyOf(operands);
    }
  }

  /** {@code a & b}; at least two operands, none of them itself an intersection. */
  record Intersection(List<RelationExpression> operands) implements RelationExpression {
    public Intersection {
      operands = List.copyOf(operands);
    }
  }

  /** {@code base - excluded}. */
  record Exclusion(RelationExpression base, RelationExpression excluded)
      implements RelationExpression {}

  /** The operands of an operator; empty for any other expression. */
  default List<RelationExpression> parts() {
    return switch (this) {
      case Stored _, Self _, Nil _, Name _, Traversal _, All _ -> List.of();
      case Union union -> union.operands();
      case Intersection both -> both.operands();
      case Exclusion without -> List.of(without.base(), without.excluded());
    };
  }

  /** The subjects that may be stored for the expression's own relation. */
  default List<SubjectType> subjects() {
    List<SubjectType> all = new ArrayList<>();
    for (RelationExpression each : parts()) {
      all.addAll(each.subjects());
    }
    return List.copyOf(all);
  }

  /** The one text of this expression: single spaces, and parentheses only where they matter. */
  default String canonical() {
    return switch (this) {
      case Stored stored -> "[" + SubjectType.canonical(stored.subjects()) + "]";
      case Self _ -> ModelTerms.SELF;
      case Nil _ -> ModelTerms.NIL;
      case Name name -> name.name();
      case Traversal traversal -> traversal.through() + "->" + traversal.name();
      case All all -> all.through() + ".all(" + all.name() + ")";
      case Union union -> join(union.operands(), " | ", Union.class);
      case Intersection both -> join(both.operands(), " & ", Union.class, Exclusion.class);
      case Exclusion without ->
          enclose(without.base(), Union.class)
              + " - "
              + enclose(without.excluded(), Union.class, Intersection.class, Exclusion.class);
    };
  }

  /**
   * An exclusion before {@code &} needs no parentheses to be read back, but operands of an
   * intersection carry them so that readers need not know that the two operators bind alike.
   */
  private static String join(
      List<RelationExpression> operands, String operator, Class<?>... enclosed) {
    StringBuilder text = new StringBuilder();
    for (RelationExpression operand : operands) {
      text.append(text.isEmpty() ? "" : operator).append(enclose(operand, enclosed));
    }
    return text.toString();
  }

  private static String enclose(RelationExpression operand, Class<?>... enclosed) {
    return List.of(enclosed).contains(operand.getClass())
        ? "(" + operand.canonical() + ")"
        : operand.canonical();
  }
}
