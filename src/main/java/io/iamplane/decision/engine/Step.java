package io.iamplane.decision.engine;

import io.iamplane.language.relation.RelationExpression;
import io.iamplane.language.relation.RelationExpression.All;
import io.iamplane.language.relation.RelationExpression.Exclusion;
import io.iamplane.language.relation.RelationExpression.Intersection;
import io.iamplane.language.relation.RelationExpression.Name;
import io.iamplane.language.relation.RelationExpression.Nil;
import io.iamplane.language.relation.RelationExpression.Self;
import io.iamplane.language.relation.RelationExpression.Stored;
import io.iamplane.language.relation.RelationExpression.Traversal;
import io.iamplane.language.relation.RelationExpression.Union;
import java.util.List;

/**
 * The expression of a name with names as symbols. One flat class, not a sealed family, because the
 * walk switches on it in its innermost loop.
 */
final class Step {

  public enum Kind {
    /** The stored part of the relation that this definition belongs to. */
    STORED,
    /** The object itself, as the subject. */
    SELF,
    /** No one. */
    NIL,
    NAME,
    TRAVERSAL,
    /** The relation has subjects, and all of them have the name. */
    ALL,
    UNION,
    INTERSECTION,
    EXCLUSION
  }

  private final Kind kind;
  private final int through;
  private final int name;
  private final Step[] operands;

  private Step(Kind kind, int through, int name, Step[] operands) {
    this.kind = kind;
    this.through = through;
    this.name = name;
    this.operands = operands;
  }

  static Step of(RelationExpression expression, Symbols.Interner symbols) {
    return switch (expression) {
      case Stored stored ->
          new Step(Kind.STORED, 0, symbols.number(stored.relation()), new Step[0]);
      case Self _ -> new Step(Kind.SELF, 0, 0, new Step[0]);
      case Nil _ -> new Step(Kind.NIL, 0, 0, new Step[0]);
      case Name name -> new Step(Kind.NAME, 0, symbols.number(name.name()), new Step[0]);
      case Traversal(String through, String name) ->
          new Step(Kind.TRAVERSAL, symbols.number(through), symbols.number(name), new Step[0]);
      case All(String through, String name) ->
          new Step(Kind.ALL, symbols.number(through), symbols.number(name), new Step[0]);
      case Union(List<RelationExpression> operands) ->
          new Step(Kind.UNION, 0, 0, all(operands, symbols));
      case Intersection(List<RelationExpression> operands) ->
          new Step(Kind.INTERSECTION, 0, 0, all(operands, symbols));
      case Exclusion(RelationExpression base, RelationExpression excluded) ->
          new Step(Kind.EXCLUSION, 0, 0, all(List.of(base, excluded), symbols));
    };
  }

  private static Step[] all(List<RelationExpression> operands, Symbols.Interner symbols) {
    Step[] steps = new Step[operands.size()];
    for (int i = 0; i < steps.length; i++) {
      steps[i] = of(operands.get(i), symbols);
    }
    return steps;
  }

  public Kind kind() {
    return kind;
  }

  /** The relation that a traversal follows, of one subject or of all. */
  public int through() {
    return through;
  }

  /** The name that a name or a traversal asks for, or the relation that is stored. */
  public int name() {
    return name;
  }

  public int size() {
    return operands.length;
  }

  /** Returns an operand; of an exclusion, 0 is the base and 1 the excluded part. */
  public Step operand(int index) {
    return operands[index];
  }
}
