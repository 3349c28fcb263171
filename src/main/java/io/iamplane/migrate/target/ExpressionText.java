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

  /**
   * Writes an expression.
   *
   * @param list the subjects that may be stored; empty for a permission
   */
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
      case Computed computed -> named(computed.name());
      case Arrow arrow -> traversals(traversals.apply(arrow), nested);
      case AnyOf any -> joined(any.operands(), " | ", list, nested);
      case AllOf all -> joined(all.operands(), " & ", list, nested);
      case Without without ->
          joined(List.of(without.base(), without.excluded()), " - ", list, nested);
    };
  }

  private static String traversals(List<String> all, boolean nested) {
    String joined = all.isEmpty() ? "nil" : String.join(" | ", all);
    return nested && all.size() > 1 ? "(" + joined + ")" : joined;
  }

  private String joined(
      List<PeerExpression> operands, String operator, String list, boolean nested) {
    String joined =
        operands.stream().map(each -> part(each, list, true)).collect(Collectors.joining(operator));
    return nested && operands.size() > 1 ? "(" + joined + ")" : joined;
  }

  private String named(String name) {
    String here = names.apply(name);
    return here == null ? name : here;
  }

  /** Counts the places of stored relations in an expression. */
  static int directs(PeerExpression expression) {
    return switch (expression) {
      case Direct _ -> 1;
      case Itself _, Nothing _, Computed _, Arrow _ -> 0;
      case AnyOf any -> any.operands().stream().mapToInt(ExpressionText::directs).sum();
      case AllOf all -> all.operands().stream().mapToInt(ExpressionText::directs).sum();
      case Without without -> directs(without.base()) + directs(without.excluded());
    };
  }

  /** The expression with another one in the place of stored relations. */
  static PeerExpression replaced(PeerExpression expression, PeerExpression by) {
    return switch (expression) {
      case Direct _ -> by;
      case Itself _, Nothing _, Computed _, Arrow _ -> expression;
      case AnyOf any -> new AnyOf(replaced(any.operands(), by));
      case AllOf all -> new AllOf(replaced(all.operands(), by));
      case Without without ->
          new Without(replaced(without.base(), by), replaced(without.excluded(), by));
    };
  }

  private static List<PeerExpression> replaced(List<PeerExpression> all, PeerExpression by) {
    return all.stream().map(each -> replaced(each, by)).toList();
  }
}
