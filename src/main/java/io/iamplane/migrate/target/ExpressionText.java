package io.iamplane.migrate.target;

import io.iamplane.migrate.PeerExpression;
import io.iamplane.migrate.PeerExpression.AllOf;
import io.iamplane.migrate.PeerExpression.AnyOf;
import io.iamplane.migrate.PeerExpression.Arrow;
import io.iamplane.migrate.PeerExpression.Computed;
import io.iamplane.migrate.PeerExpression.Direct;
import io.iamplane.migrate.PeerExpression.Itself;
import io.iamplane.migrate.PeerExpression.Nothing;
import io.iamplane.migrate.PeerExpression.Without;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Writes expressions as a manifest has them, every nested one in parentheses.
 *
 * @param names translates a name of the same type
 * @param traversals the traversals that stand for one: {@code parent->viewer}
 */
record ExpressionText(
    Function<String, @Nullable String> names, Function<Arrow, List<String>> traversals) {

  /** Stored relations without an effect, for an expression that does not contain them. */
  private static final String STORED_FOR_NO_ONE = "([%s] & nil)";

  /** Writes an expression with the subjects that may be stored: none for a permission. */
  String write(PeerExpression expression, String list) {
    if (list.isEmpty() || directs(expression) > 0) {
      return part(expression, list, false);
    }
    String nothing = STORED_FOR_NO_ONE.formatted(list);
    return expression instanceof Nothing ? nothing : nothing + " | " + part(expression, list, true);
  }

  private String part(PeerExpression expression, String list, boolean nested) {
    return switch (expression) {
      case Direct _ -> "[" + list + "]";
      case Itself _ -> "self";
      case Nothing _ -> "nil";
      case Computed(String name, _) -> Objects.requireNonNullElse(names.apply(name), name);
      case Arrow arrow -> traversals(traversals.apply(arrow), nested);
      case AnyOf _ -> joined(expression, " | ", list, nested);
      case AllOf _ -> joined(expression, " & ", list, nested);
      case Without _ -> joined(expression, " - ", list, nested);
    };
  }

  private static String traversals(List<String> all, boolean nested) {
    String joined = all.isEmpty() ? "nil" : String.join(" | ", all);
    return nested && all.size() > 1 ? "(" + joined + ")" : joined;
  }

  private String joined(PeerExpression whole, String operator, String list, boolean nested) {
    String joined =
        whole.parts().stream()
            .map(each -> part(each, list, true))
            .collect(Collectors.joining(operator));
    return nested && whole.parts().size() > 1 ? "(" + joined + ")" : joined;
  }

  /** Counts the places of stored relations in an expression. */
  static int directs(PeerExpression expression) {
    return expression instanceof Direct
        ? 1
        : expression.parts().stream().mapToInt(ExpressionText::directs).sum();
  }
}
