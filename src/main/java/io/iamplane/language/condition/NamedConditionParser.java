package io.iamplane.language.condition;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Reads the declaration of a named condition: {@code {parameters: {from: int}, expression: "from <
 * 5"}}. Everything wrong is reported, the first fault of the expression among it.
 */
final class NamedConditionParser {

  static final int MAX_PARAMETERS = 64;

  /** The longest expression: as long as any text of a model. */
  static final int MAX_EXPRESSION = 4_096;

  private static final int MAX_NAME = 64;
  private static final Set<String> MEMBERS = Set.of("parameters", "expression");

  private final String path;
  private final NamedCondition.Faults faults;
  private boolean faulty;

  NamedConditionParser(String path, NamedCondition.Faults faults) {
    this.path = path;
    this.faults = faults;
  }

  @Nullable NamedCondition read(String name, @Nullable Object declaration) {
    if (!(declaration instanceof Map<?, ?> members)) {
      fault("", "must be an object with 'parameters' and 'expression'");
      return null;
    }
    for (Object member : members.keySet()) {
      if (!MEMBERS.contains(String.valueOf(member))) {
        fault("." + member, "unknown member; a condition has only 'parameters' and 'expression'");
      }
    }
    if (Names.isKeyword(name)) {
      fault("", "'" + name + "' is a keyword of the condition language; choose another name");
    }
    Map<String, Type> parameters = parameters(members.get("parameters"));
    Condition condition = expression(members.get("expression"), parameters);
    if (condition != null) {
      Set<String> read =
          condition.reads().stream()
              .filter(each -> each.root() == Root.CONTEXT)
              .map(AttributeRef::field)
              .collect(Collectors.toSet());
      parameters.keySet().stream()
          .filter(parameter -> !read.contains(parameter))
          .forEach(parameter ->
              fault(
                  ".parameters." + parameter,
                  "the expression does not use this parameter; remove it"));
    }
    return condition == null || faulty ? null : new NamedCondition(name, parameters, condition);
  }

  private Map<String, Type> parameters(@Nullable Object declared) {
    Map<String, Type> parameters = new TreeMap<>();
    if (declared == null) {
      return parameters;
    }
    if (!(declared instanceof Map<?, ?> types)) {
      fault(
          ".parameters", "must be an object that maps names to types, such as {\"from\": \"int\"}");
      return parameters;
    }
    if (types.size() > MAX_PARAMETERS) {
      fault(".parameters", "a condition can have at most " + MAX_PARAMETERS + " parameters");
      return parameters;
    }
    types.forEach((key, type) -> parameter(String.valueOf(key), type, parameters));
    return parameters;
  }

  private void parameter(String name, @Nullable Object type, Map<String, Type> into) {
    String at = ".parameters." + name;
    if (name.length() > MAX_NAME || !Names.followsDot(name) || Names.isReserved(name)) {
      fault(
          at,
          "must be a name: letters, digits and '_', starting with a letter or '_'; at most %d"
                  .formatted(MAX_NAME)
              + " characters and not a reserved word");
    } else if (name.equals(Root.REQUEST.text())) {
      fault(at, "'request' is reserved for the decision point's own data; choose another name");
    }
    Type known = type instanceof String text ? TypeText.parse(text) : null;
    if (known == null) {
      fault(at, "the type must be " + TypeText.EXPECTED);
    }
    into.put(name, known == null ? Scalar.ANY : known);
  }

  private @Nullable Condition expression(
      @Nullable Object expression, Map<String, Type> parameters) {
    if (!(expression instanceof String text)) {
      fault(".expression", "must be a string such as \"hour >= from && hour < until\"");
      return null;
    }
    if (text.length() > MAX_EXPRESSION) {
      fault(".expression", "must have at most " + MAX_EXPRESSION + " characters");
      return null;
    }
    try {
      Source source = Source.of(text);
      Expr expr = Parser.parse(source, new Vocabulary(parameters.keySet()));
      return Compiler.compile(source, expr, new Scope(AttributeSchema.EMPTY, parameters));
    } catch (ConditionSyntaxException e) {
      faulty = true;
      faults.add(path + ".expression", e.line(), e.column(), e.reason());
      return null;
    }
  }

  private void fault(String member, String message) {
    faulty = true;
    faults.add(path + member, 0, 0, message);
  }
}
