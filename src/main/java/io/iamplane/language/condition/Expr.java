package io.iamplane.language.condition;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A node of a condition's syntax tree; the offset is where a message about it points.
 *
 * <p>Names of fields are interned, as those are that a JSON reader makes: so finding one in a map
 * compares identities, which halves the time of a condition.
 */
sealed interface Expr {

  int offset();

  /** Null, a {@link Boolean}, {@link Long}, {@link Double} or {@link String}. */
  record Literal(@Nullable Object value, int offset) implements Expr {}

  record ListLiteral(List<Expr> elements, int offset) implements Expr {}

  record MapLiteral(List<Entry> entries, int offset) implements Expr {

    public record Entry(Expr key, Expr value) {}
  }

  /** {@code subject.department}: the only way to reach into a root. */
  record Field(Root root, String name, int offset) implements Expr {
    public Field {
      name = name.intern();
    }
  }

  /** {@code limit}: a parameter of a {@link NamedCondition}. */
  record Parameter(String name, int offset) implements Expr {
    public Parameter {
      name = name.intern();
    }
  }

  /** The variable of an enclosing {@link Quantifier}. */
  record Variable(String name, int offset) implements Expr {}

  /** {@code operand.name}, which {@code operand["name"]} means too. */
  record Select(Expr operand, String name, int offset) implements Expr {
    public Select {
      name = name.intern();
    }
  }

  record Index(Expr operand, Expr index, int offset) implements Expr {}

  /** {@code has(target)}; the target is a {@link Field} or a {@link Select}. */
  record Has(Expr target, int offset) implements Expr {}

  record Not(Expr operand, int offset) implements Expr {}

  record Negate(Expr operand, int offset) implements Expr {}

  record Binary(Operator operator, Expr left, Expr right, int offset) implements Expr {}

  /** Two or more terms, none itself a conjunction. */
  record And(List<Expr> terms, int offset) implements Expr {}

  /** Two or more terms, none itself a disjunction. */
  record Or(List<Expr> terms, int offset) implements Expr {}

  record Choice(Expr condition, Expr then, Expr otherwise, int offset) implements Expr {}

  /** {@code size(x)} and the conversions. */
  record Call(String function, List<Expr> arguments, int offset) implements Expr {}

  record Method(Expr target, String name, List<Expr> arguments, int offset) implements Expr {}

  /** {@code range.exists(variable, body)}, or another comprehension. */
  record Quantifier(Kind kind, Expr range, String variable, Expr body, int offset) implements Expr {

    public enum Kind {
      EXISTS,
      ALL,
      EXISTS_ONE,
      FILTER,
      MAP;

      private final String text = name().toLowerCase(Locale.ROOT);

      public String text() {
        return text;
      }
    }
  }
}
