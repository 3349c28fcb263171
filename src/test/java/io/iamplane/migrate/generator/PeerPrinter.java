package io.iamplane.migrate.generator;

import com.fasterxml.jackson.databind.node.TextNode;
import io.iamplane.migrate.PeerCondition;
import io.iamplane.migrate.PeerExpression;
import io.iamplane.migrate.PeerExpression.AllOf;
import io.iamplane.migrate.PeerExpression.AnyOf;
import io.iamplane.migrate.PeerExpression.Arrow;
import io.iamplane.migrate.PeerExpression.Computed;
import io.iamplane.migrate.PeerExpression.Direct;
import io.iamplane.migrate.PeerExpression.Itself;
import io.iamplane.migrate.PeerExpression.Nothing;
import io.iamplane.migrate.PeerExpression.Without;
import io.iamplane.migrate.PeerModel;
import io.iamplane.migrate.PeerRelation;
import io.iamplane.migrate.PeerTuple;
import io.iamplane.migrate.PeerType;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** Writes a model and its relations in the notation of a system. */
public final class PeerPrinter {

  private PeerPrinter() {}

  /** OpenFGA's DSL. */
  public static String dsl(PeerModel model) {
    StringBuilder out = new StringBuilder("model\n  schema 1.1\n");
    for (PeerType type : model.types().values()) {
      out.append("type ").append(type.name()).append('\n');
      if (!type.relations().isEmpty()) {
        out.append("  relations\n");
      }
      for (PeerRelation relation : type.relations().values()) {
        out.append(
            "    define %s: %s\n"
                .formatted(relation.name(), dsl(relation, relation.expression(), false)));
      }
    }
    for (PeerCondition each : model.conditions().values()) {
      out.append(
          "condition %s(%s) {\n  %s\n}\n"
              .formatted(each.name(), parameters(each, ": "), each.expression()));
    }
    return out.toString();
  }

  private static String parameters(PeerCondition condition, String separator) {
    return condition.parameters().entrySet().stream()
        .map(each -> each.getKey() + separator + each.getValue())
        .collect(Collectors.joining(", "));
  }

  private static String dsl(PeerRelation of, PeerExpression expression, boolean nested) {
    return switch (expression) {
      case Direct _ -> "[" + subjects(of, ", ") + "]";
      case Computed computed -> computed.name();
      case Arrow arrow -> arrow.name() + " from " + arrow.through();
      case AnyOf any ->
          joined(any.operands().stream().map(each -> dsl(of, each, true)).toList(), " or ", nested);
      case AllOf all ->
          joined(
              all.operands().stream().map(each -> dsl(of, each, true)).toList(), " and ", nested);
      case Without without ->
          joined(
              List.of(dsl(of, without.base(), true), dsl(of, without.excluded(), true)),
              " but not ",
              nested);
      case Itself _, Nothing _ -> throw new IllegalArgumentException("not in OpenFGA");
    };
  }

  private static String joined(List<String> parts, String operator, boolean nested) {
    String joined = String.join(operator, parts);
    return nested ? "(" + joined + ")" : joined;
  }

  private static String subjects(PeerRelation of, String separator) {
    return of.subjects().stream()
        .map(each -> each.kind() + (each.condition() == null ? "" : " with " + each.condition()))
        .collect(Collectors.joining(separator));
  }

  /** OpenFGA's JSON. */
  public static String json(PeerModel model) {
    String conditions =
        model.conditions().values().stream()
            .map(PeerPrinter::json)
            .collect(Collectors.joining(", ", "{", "}"));
    return model.types().values().stream()
        .map(PeerPrinter::json)
        .collect(
            Collectors.joining(
                ",",
                "{\"schema_version\": \"1.1\", \"conditions\": %s, \"type_definitions\": ["
                    .formatted(conditions),
                "]}"));
  }

  private static String json(PeerCondition condition) {
    String parameters =
        condition.parameters().entrySet().stream()
            .map(each -> "\"%s\": %s".formatted(each.getKey(), typeName(each.getValue())))
            .collect(Collectors.joining(", "));
    String expression = new TextNode(condition.expression()).toString();
    return "\"%s\": {\"name\": \"%s\", \"expression\": %s, \"parameters\": {%s}}"
        .formatted(condition.name(), condition.name(), expression, parameters);
  }

  private static String typeName(String type) {
    int of = type.indexOf('<');
    String name = of < 0 ? type : type.substring(0, of);
    String generic =
        of < 0
            ? ""
            : ", \"generic_types\": [" + typeName(type.substring(of + 1, type.length() - 1)) + "]";
    return "{\"type_name\": \"TYPE_NAME_%s\"%s}".formatted(name.toUpperCase(Locale.ROOT), generic);
  }

  private static String json(PeerType type) {
    String relations =
        type.relations().values().stream()
            .map(each -> "\"%s\": %s".formatted(each.name(), json(each.expression())))
            .collect(Collectors.joining(", "));
    String listed =
        type.relations().values().stream()
            .map(each ->
                "\"%s\": {\"directly_related_user_types\": [%s]}"
                    .formatted(each.name(), types(each)))
            .collect(Collectors.joining(", "));
    return "{\"type\": \"%s\", \"relations\": {%s}, \"metadata\": {\"relations\": {%s}}}"
        .formatted(type.name(), relations, listed);
  }

  private static String types(PeerRelation relation) {
    return relation.subjects().stream()
        .map(each ->
            "{\"type\": \"%s\"%s%s%s}"
                .formatted(
                    each.type(),
                    each.relation() == null ? "" : ", \"relation\": \"" + each.relation() + "\"",
                    each.wildcard() ? ", \"wildcard\": {}" : "",
                    each.condition() == null
                        ? ""
                        : ", \"condition\": \"" + each.condition() + "\""))
        .collect(Collectors.joining(", "));
  }

  private static String json(PeerExpression expression) {
    return switch (expression) {
      case Direct _ -> "{\"this\": {}}";
      case Computed computed ->
          "{\"computedUserset\": {\"object\": \"\", \"relation\": \"%s\"}}"
              .formatted(computed.name());
      case Arrow arrow ->
          "{\"tupleToUserset\": {\"tupleset\": {\"relation\": \"%s\"}, \"computedUserset\": {\"relation\": \"%s\"}}}"
              .formatted(arrow.through(), arrow.name());
      case AnyOf any -> "{\"union\": {\"child\": [%s]}}".formatted(children(any.operands()));
      case AllOf all -> "{\"intersection\": {\"child\": [%s]}}".formatted(children(all.operands()));
      case Without without ->
          "{\"difference\": {\"base\": %s, \"subtract\": %s}}"
              .formatted(json(without.base()), json(without.excluded()));
      case Itself _, Nothing _ -> throw new IllegalArgumentException("not in OpenFGA");
    };
  }

  private static String children(List<PeerExpression> all) {
    return all.stream().map(PeerPrinter::json).collect(Collectors.joining(", "));
  }

  /** A schema of SpiceDB. */
  public static String zed(PeerModel model) {
    StringBuilder out = new StringBuilder("use self\n");
    for (PeerCondition each : model.conditions().values()) {
      out.append(
          "caveat %s(%s) {\n  %s\n}\n"
              .formatted(each.name(), parameters(each, " "), each.expression()));
    }
    for (PeerType type : model.types().values()) {
      out.append("definition ").append(type.name()).append(" {\n");
      for (PeerRelation each : type.relations().values()) {
        out.append(
            each.subjects().isEmpty()
                ? "  permission %s = %s\n"
                    .formatted(each.name(), signs(each.expression(), "+", false))
                : "  relation %s: %s\n".formatted(each.name(), subjects(each, " | ")));
      }
      out.append("}\n");
    }
    return out.toString();
  }

  /** A manifest of Topaz. */
  public static String topaz(PeerModel model) {
    StringBuilder out = new StringBuilder("model: {version: 3}\ntypes:\n");
    for (PeerType type : model.types().values()) {
      out.append("  ").append(type.name()).append(":\n    relations:\n");
      for (PeerRelation each : type.relations().values()) {
        if (!each.subjects().isEmpty()) {
          out.append("      %s: %s\n".formatted(each.name(), subjects(each, " | ")));
        }
      }
      out.append("    permissions:\n");
      for (PeerRelation each : type.relations().values()) {
        if (each.subjects().isEmpty()) {
          out.append("      %s: %s\n".formatted(each.name(), signs(each.expression(), "|", false)));
        }
      }
    }
    return out.toString();
  }

  private static String signs(PeerExpression expression, String union, boolean nested) {
    return switch (expression) {
      case Direct _ -> throw new IllegalArgumentException("stored by itself alone");
      case Itself _ -> "self";
      case Nothing _ -> "nil";
      case Computed computed -> computed.name();
      case Arrow arrow ->
          arrow.all()
              ? "%s.all(%s)".formatted(arrow.through(), arrow.name())
              : arrow.through() + "->" + arrow.name();
      case AnyOf any -> joined(signs(any.operands(), union), " " + union + " ", nested);
      case AllOf all -> joined(signs(all.operands(), union), " & ", nested);
      case Without without ->
          joined(signs(List.of(without.base(), without.excluded()), union), " - ", nested);
    };
  }

  private static List<String> signs(List<PeerExpression> all, String union) {
    return all.stream().map(each -> signs(each, union, true)).toList();
  }

  /** The relations, by the name that the file of them has. */
  public static String tuples(List<PeerTuple> tuples, String file) {
    return switch (file) {
      case "tuples.json" ->
          tuples.stream()
              .map(each ->
                  "{\"user\": \"%s%s\", \"relation\": \"%s\", \"object\": \"%s\"%s}"
                      .formatted(
                          each.subject(),
                          userset(each),
                          each.relation(),
                          each.object(),
                          condition(each, ", \"condition\": {\"name\": \"%s\", \"context\": %s}")))
              .collect(Collectors.joining(",\n", "[", "]"));
      case "tuples.yaml" ->
          tuples.stream()
              .map(each ->
                  "- user: %s\n  relation: %s\n  object: %s\n%s"
                      .formatted(
                          quoted(each.subject() + userset(each)),
                          each.relation(),
                          each.object(),
                          condition(each, "  condition: {name: %s, context: %s}\n")))
              .collect(Collectors.joining());
      case "tuples.txt" ->
          tuples.stream()
              .map(each -> each + condition(each, "[%s:%s]") + "\n")
              .collect(Collectors.joining());
      default ->
          tuples.stream()
              .map(PeerPrinter::topaz)
              .collect(Collectors.joining(",\n", "{\"relations\": [", "]}"));
    };
  }

  /** A relation's condition and values, in a pattern. */
  private static String condition(PeerTuple tuple, String pattern) {
    return tuple.condition() == null
        ? ""
        : pattern.formatted(tuple.condition(), values(tuple.context()));
  }

  /** Values as JSON. */
  public static String values(Map<String, Object> values) {
    return values.entrySet().stream()
        .map(each -> quoted(each.getKey()) + ": " + value(each.getValue()))
        .collect(Collectors.joining(", ", "{", "}"));
  }

  private static String value(Object value) {
    return switch (value) {
      case String text -> quoted(text);
      case List<?> all ->
          all.stream().map(PeerPrinter::value).collect(Collectors.joining(", ", "[", "]"));
      default -> value.toString();
    };
  }

  private static String quoted(String text) {
    return "\"" + text + "\"";
  }

  private static String userset(PeerTuple tuple) {
    return tuple.subjectRelation() == null ? "" : "#" + tuple.subjectRelation();
  }

  private static String topaz(PeerTuple tuple) {
    return "{\"object_type\": \"%s\", \"object_id\": \"%s\", \"relation\": \"%s\", \"subject_type\": \"%s\", \"subject_id\": \"%s\"%s}"
        .formatted(
            tuple.object().type(),
            tuple.object().id(),
            tuple.relation(),
            tuple.subject().type(),
            tuple.subject().id(),
            tuple.subjectRelation() == null
                ? ""
                : ", \"subject_relation\": \"" + tuple.subjectRelation() + "\"");
  }
}
