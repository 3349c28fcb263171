package io.iamplane.language.condition;

import io.iamplane.language.condition.Operator.Precedence;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes a syntax tree as text: one spelling of strings and numbers, one space around operators,
 * parentheses only where precedence needs them, no comments. Reading that text gives an equal tree,
 * offsets apart.
 */
final class CanonicalText {

  private final StringBuilder out = new StringBuilder();

  private CanonicalText() {}

  public static String of(Expr expr) {
    CanonicalText text = new CanonicalText();
    text.write(expr, Precedence.CHOICE);
    return text.out.toString();
  }

  /** Writes with parentheses when the expression binds weaker than its place demands. */
  private void write(Expr expr, int demanded) {
    boolean enclosed = precedence(expr) < demanded;
    out.append(enclosed ? "(" : "");
    switch (expr) {
      case Expr.Literal e -> literal(e.value());
      case Expr.ListLiteral e -> list('[', e.elements(), ']');
      case Expr.MapLiteral e -> map(e);
      case Expr.Field e -> {
        out.append(e.root().text());
        selection(e.name());
      }
      case Expr.Parameter e -> out.append(e.name());
      case Expr.Variable e -> out.append(e.name());
      case Expr.Select e -> {
        write(e.operand(), Precedence.MEMBER);
        selection(e.name());
      }
      case Expr.Index e -> {
        write(e.operand(), Precedence.MEMBER);
        list('[', List.of(e.index()), ']');
      }
      case Expr.Has e -> {
        out.append("has");
        list('(', List.of(e.target()), ')');
      }
      case Expr.Not e -> unary('!', e.operand());
      case Expr.Negate e -> unary('-', e.operand());
      case Expr.Binary e -> binary(e);
      case Expr.And e -> joined(e.terms(), " && ", Precedence.RELATION);
      case Expr.Or e -> joined(e.terms(), " || ", Precedence.AND);
      case Expr.Choice e -> choice(e);
      case Expr.Call e -> {
        out.append(e.function());
        list('(', e.arguments(), ')');
      }
      case Expr.Method e -> method(e);
      case Expr.Quantifier e -> quantifier(e);
    }
    out.append(enclosed ? ")" : "");
  }

  private static int precedence(Expr expr) {
    return switch (expr) {
      case Expr.Choice _ -> Precedence.CHOICE;
      case Expr.Or _ -> Precedence.OR;
      case Expr.And _ -> Precedence.AND;
      case Expr.Binary e -> e.operator().precedence();
      case Expr.Not _, Expr.Negate _ -> Precedence.UNARY;
      case Expr.Literal e -> negative(e.value()) ? Precedence.UNARY : Precedence.MEMBER;
      case Expr.ListLiteral _,
          Expr.MapLiteral _,
          Expr.Field _,
          Expr.Parameter _,
          Expr.Variable _,
          Expr.Select _,
          Expr.Index _,
          Expr.Has _,
          Expr.Call _,
          Expr.Method _,
          Expr.Quantifier _ ->
          Precedence.MEMBER;
    };
  }

  private static boolean negative(@Nullable Object value) {
    return value instanceof Number number && number.toString().startsWith("-");
  }

  private void literal(@Nullable Object value) {
    if (value instanceof String string) {
      quoted(string);
    } else {
      out.append(value);
    }
  }

  private void selection(String name) {
    if (Names.followsDot(name)) {
      out.append('.').append(name);
    } else {
      out.append('[');
      quoted(name);
      out.append(']');
    }
  }

  private void unary(char symbol, Expr operand) {
    out.append(symbol);
    // A minus directly before a number would become the number's own sign.
    boolean number = operand instanceof Expr.Literal e && e.value() instanceof Number;
    write(operand, number && symbol == '-' ? Precedence.MEMBER + 1 : Precedence.UNARY);
  }

  private void binary(Expr.Binary e) {
    write(e.left(), e.operator().precedence());
    out.append(' ').append(e.operator().symbol()).append(' ');
    write(e.right(), e.operator().precedence() + 1);
  }

  private void choice(Expr.Choice e) {
    write(e.condition(), Precedence.OR);
    out.append(" ? ");
    write(e.then(), Precedence.OR);
    out.append(" : ");
    write(e.otherwise(), Precedence.CHOICE);
  }

  private void method(Expr.Method e) {
    write(e.target(), Precedence.MEMBER);
    out.append('.').append(e.name());
    list('(', e.arguments(), ')');
  }

  private void quantifier(Expr.Quantifier e) {
    write(e.range(), Precedence.MEMBER);
    out.append('.').append(e.kind().text()).append('(').append(e.variable()).append(", ");
    write(e.body(), Precedence.CHOICE);
    out.append(')');
  }

  private void list(char open, List<Expr> elements, char close) {
    out.append(open);
    joined(elements, ", ", Precedence.CHOICE);
    out.append(close);
  }

  /** Keeps the author's order of entries, as of a list's elements. */
  private void map(Expr.MapLiteral e) {
    String separator = "";
    out.append('{');
    for (Expr.MapLiteral.Entry entry : e.entries()) {
      out.append(separator);
      // A choice as key is enclosed, so that its colon is not taken for the entry's.
      write(entry.key(), Precedence.OR);
      out.append(": ");
      write(entry.value(), Precedence.CHOICE);
      separator = ", ";
    }
    out.append('}');
  }

  private void joined(List<Expr> elements, String separator, int demanded) {
    for (int i = 0; i < elements.size(); i++) {
      out.append(i > 0 ? separator : "");
      write(elements.get(i), demanded);
    }
  }

  /** Writes a string as a literal with double quotes that a condition's text can hold. */
  private void quoted(String value) {
    out.append('"');
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      switch (c) {
        case '"', '\\' -> out.append('\\').append(c);
        case '\n' -> out.append("\\n");
        case '\r' -> out.append("\\r");
        case '\t' -> out.append("\\t");
        default -> {
          if (Character.isISOControl(c)) {
            out.append("\\u%04x".formatted((int) c));
          } else {
            out.append(c);
          }
        }
      }
    }
    out.append('"');
  }
}
