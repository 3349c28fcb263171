package io.iamplane.migrate;

import java.util.List;

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

  /**
   * A name on the objects that a relation leads to.
   *
   * @param all true if all of those objects must have it, and there must be one
   */
  record Arrow(String through, String name, boolean all, FilePlace place)
      implements PeerExpression {}

  /** At least one. */
  record AnyOf(List<PeerExpression> operands) implements PeerExpression {
    public AnyOf {
      operands = List.copyOf(operands);
    }
  }

  /** All. */
  record AllOf(List<PeerExpression> operands) implements PeerExpression {
    public AllOf {
      operands = List.copyOf(operands);
    }
  }

  /** The first and not the second. */
  record Without(PeerExpression base, PeerExpression excluded) implements PeerExpression {}
}
