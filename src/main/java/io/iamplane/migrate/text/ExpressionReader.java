package io.iamplane.migrate.text;

import io.iamplane.migrate.FilePlace;
import io.iamplane.migrate.PeerExpression;
import io.iamplane.migrate.PeerExpression.AllOf;
import io.iamplane.migrate.PeerExpression.AnyOf;
import io.iamplane.migrate.PeerExpression.Without;
import io.iamplane.migrate.PeerFaultsException;
import io.iamplane.migrate.text.PeerToken.Kind;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads one expression with parentheses, without recursion; not to be used again. */
public final class ExpressionReader {

  /** An operator with two operands; {@link #OPEN} is a parenthesis that waits for its end. */
  public enum Operator {
    ANY,
    ALL,
    WITHOUT,
    OPEN
  }

  public enum Binding {
    /** Different ones must stand in parentheses, and an exclusion joins two: OpenFGA. */
    ALIKE,
    /** Union tightest, then intersection, then exclusion: SpiceDB. */
    UNION_FIRST,
    /** Intersection and exclusion alike, from the left, then union: Topaz. */
    UNION_LAST;

    private int strength(Operator operator) {
      return switch (operator) {
        case OPEN -> 0;
        case ANY -> this == UNION_FIRST ? 3 : 1;
        case ALL -> this == ALIKE ? 1 : 2;
        case WITHOUT -> this == UNION_LAST ? 2 : 1;
      };
    }
  }

  @FunctionalInterface
  public interface Terms {
    PeerExpression read(PeerCursor tokens) throws PeerFaultsException;
  }

  private final Binding binding;
  private final Map<String, Operator> notation;
  private final Terms terms;
  private final Deque<PeerExpression> operands = new ArrayDeque<>();
  private final Deque<Operator> waiting = new ArrayDeque<>();
  private int nesting;
  private int operators;

  public ExpressionReader(Binding binding, Map<String, Operator> notation, Terms terms) {
    this.binding = binding;
    this.notation = notation;
    this.terms = terms;
  }

  /** The expression from the next token on, up to the first one that cannot go on with it. */
  public PeerExpression read(PeerCursor tokens) throws PeerFaultsException {
    boolean operand = true;
    while (true) {
      PeerToken token = tokens.peek();
      Operator operator = operator(token);
      if (operand && tokens.accept("(")) {
        open(token.place());
      } else if (operand) {
        operands.push(terms.read(tokens));
        operand = false;
      } else if (operator != null) {
        tokens.next();
        operator(operator, token.place());
        operand = true;
      } else if (nesting > 0) {
        tokens.expect(")");
        close();
      } else {
        return end();
      }
    }
  }

  private @Nullable Operator operator(PeerToken token) {
    return token.kind() == Kind.RAW || token.kind() == Kind.END ? null : notation.get(token.text());
  }

  private void operator(Operator operator, FilePlace place) throws PeerFaultsException {
    if (++operators > PeerLimits.MAX_OPERATORS) {
      throw new PeerFaultsException(
          place, "the expression has more than %d operators".formatted(PeerLimits.MAX_OPERATORS));
    }
    Operator before = waiting.peek();
    if (binding == Binding.ALIKE
        && before != null
        && before != Operator.OPEN
        && (before != operator || operator == Operator.WITHOUT)) {
      throw new PeerFaultsException(place, "mixed operators must be grouped with parentheses");
    }
    while (!waiting.isEmpty()
        && binding.strength(waiting.element()) >= binding.strength(operator)) {
      join(waiting.pop());
    }
    waiting.push(operator);
  }

  private void open(FilePlace place) throws PeerFaultsException {
    if (++nesting > PeerLimits.MAX_NESTING) {
      throw new PeerFaultsException(
          place, "parentheses are nested more than " + PeerLimits.MAX_NESTING + " levels deep");
    }
    waiting.push(Operator.OPEN);
  }

  private void close() {
    Operator operator = waiting.pop();
    while (operator != Operator.OPEN) {
      join(operator);
      operator = waiting.pop();
    }
    nesting--;
  }

  private PeerExpression end() {
    while (!waiting.isEmpty()) {
      join(waiting.pop());
    }
    return operands.pop();
  }

  private void join(Operator operator) {
    PeerExpression right = operands.pop();
    PeerExpression left = operands.pop();
    operands.push(
        switch (operator) {
          case ANY -> new AnyOf(joined(left, right, operator));
          case ALL -> new AllOf(joined(left, right, operator));
          case WITHOUT -> new Without(left, right);
          case OPEN -> throw new IllegalStateException("a parenthesis joins nothing");
        });
  }

  /** Joins operands of one operator in one list, so that a long row is not a deep tree. */
  private static List<PeerExpression> joined(
      PeerExpression left, PeerExpression right, Operator operator) {
    List<PeerExpression> all = new ArrayList<>();
    for (PeerExpression side : List.of(left, right)) {
      switch (side) {
        case AnyOf any when operator == Operator.ANY -> all.addAll(any.operands());
        case AllOf both when operator == Operator.ALL -> all.addAll(both.operands());
        default -> all.add(side);
      }
    }
    return all;
  }
}
