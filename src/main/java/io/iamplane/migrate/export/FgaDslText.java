package io.iamplane.migrate.export;

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
import io.iamplane.language.relation.SubjectType;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Writes a model in OpenFGA's DSL, schema 1.1; always the same for the same model. */
final class FgaDslText {

  private FgaDslText() {}

  static String of(
      Collection<String> types,
      Map<ModelTerm, RelationExpression> names,
      Collection<String> conditions) {
    StringBuilder out = new StringBuilder("model\n  schema 1.1\n");
    for (String type : types) {
      out.append("\ntype ").append(type).append('\n');
      String relations =
          names.entrySet().stream()
              .filter(each -> each.getKey().type().equals(type))
              .map(each ->
                  "    define %s: %s\n"
                      .formatted(each.getKey().name(), part(each.getValue(), false)))
              .collect(Collectors.joining());
      if (!relations.isEmpty()) {
        out.append("  relations\n").append(relations);
      }
    }
    conditions.forEach(each -> out.append('\n').append(each));
    return out.toString();
  }

  private static String part(RelationExpression expression, boolean nested) {
    return switch (expression) {
      case Stored stored ->
          stored.subjects().stream()
              .map(SubjectType::canonical)
              .collect(Collectors.joining(", ", "[", "]"));
      case Name name -> name.name();
      case Traversal traversal -> traversal.name() + " from " + traversal.through();
      case Union union -> joined(union.operands(), " or ", nested);
      case Intersection both -> joined(both.operands(), " and ", nested);
      case Exclusion without ->
          joined(List.of(without.base(), without.excluded()), " but not ", nested);
      case Self _, All _, Nil _ ->
          throw new IllegalStateException(expression.canonical() + " cannot be written");
    };
  }

  private static String joined(List<RelationExpression> operands, String operator, boolean nested) {
    String joined =
        operands.stream().map(each -> part(each, true)).collect(Collectors.joining(operator));
    return nested ? "(" + joined + ")" : joined;
  }
}
