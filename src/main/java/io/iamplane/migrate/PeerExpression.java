package io.iamplane.migrate;

import java.util.List;
import java.util.function.UnaryOperator;

/** The definition of a name. Trees are as deep as their readers allow, some hundred levels. */
public sealed interface PeerExpression {

  /** The stored subjects of the relation itself. */
  record Direct() implements PeerExpression {}

  /** The object itself as the subject. */
  record Itself() implements PeerExpression {}

  /** No one. */
  record Nothing() implements PeerExpression {}

  /** Another name of the same object. */
  record Computed(String name, FilePlace place) implements PeerExpression {}

  /** A name on one of the objects that a relation leads to; or on {@code all}, and at least one. */
  record Arrow(String through, String name, boolean all, FilePlace place)
      implements PeerExpression {}

  record AnyOf(List<PeerExpression> operands) implements PeerExpression {
    public AnyOf {
      operands = List.copyOf(operands);
    }
  }

  record AllOf(List<PeerExpression> operands) implements PeerExpression {
    public AllOf {
      operands = List.copyOf(operands);
    }
  }

  record Without(PeerExpression base, PeerExpression excluded) implements PeerExpression {}

  /** The operands of an operator; empty for any other expression. */
  default List<PeerExpression> parts() {
    return switch (this) {
      case Direct _, Itself _, Nothing _, Computed _, Arrow _ -> List.of();
      case AnyOf any -> any.operands();
      case AllOf all -> all.operands();
      case Without without -> List.of(without.base(), without.excluded());
    };
  }

  /** The expression with each leaf replaced; operators stay. */
  default PeerExpression replaced(UnaryOperator<PeerExpression> leaf) {
    return switch (this) {
      case Direct _, Itself _, Nothing _, Computed _, Arrow _ -> leaf.apply(this);
      case AnyOf any -> new AnyOf(any.operands().stream().map(it -> it.replaced(leaf)).toList());
      case AllOf all -> new AllOf(all.operands().stream().map(it -> it.replaced(leaf)).toList());
      case Without without ->
          new Without(without.base().replaced(leaf), without.excluded().replaced(leaf));
    };
  }
}
