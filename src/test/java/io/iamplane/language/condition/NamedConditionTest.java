package io.iamplane.language.condition;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Conditions that a model declares by name. */
class NamedConditionTest {

  private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");

  /** A context, and the time of the request. */
  private record Given(Map<String, Object> context) implements Attributes {
    @Override
    public @Nullable Object get(Root root, String field) {
      return switch (root) {
        case CONTEXT -> context.get(field);
        case REQUEST -> field.equals("time") ? NOW : null;
        case SUBJECT, RESOURCE, ACTION -> throw new AssertionError(root + "." + field);
      };
    }

    @Override
    public boolean has(Root root, String field) {
      return root == Root.CONTEXT && context.containsKey(field);
    }
  }

  private static List<String> faults(Object declaration) {
    List<String> faults = new ArrayList<>();
    NamedCondition.parse(
        "conditions.c",
        "c",
        declaration,
        (path, line, column, message) ->
            faults.add(path + ":" + line + ":" + column + " " + message));
    return faults;
  }

  private static List<String> faults(String parameters, String expression) {
    return faults(Map.of("parameters", parameters(parameters), "expression", expression));
  }

  private static Map<String, String> parameters(String text) {
    Map<String, String> parameters = new HashMap<>();
    Arrays.stream(text.split(" "))
        .filter(each -> !each.isEmpty())
        .forEach(each -> {
          String[] parts = each.split(":");
          parameters.put(parts[0], parts[1]);
        });
    return parameters;
  }

  private static NamedCondition condition(String parameters, String expression) {
    assertThat(faults(parameters, expression)).isEmpty();
    return Objects.requireNonNull(
        NamedCondition.parse(
            "conditions.c",
            "c",
            Map.of("parameters", parameters(parameters), "expression", expression),
            (path, line, column, message) -> {
              throw new AssertionError(message);
            }));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "from:int until:int; from < until; from < until",
        "tags:list<string>; tags.exists( t , t=='a' ); tags.exists(t, t == \"a\")",
        "m:map; has(m.x) && m.x == 1; has(m.x) && m.x == 1",
        "context:int subject:int; context == subject; context == subject",
        "end:timestamp; request.time < end; request.time < end",
        "size:list; size(size) > 2; size(size) > 2",
        "plan:string need:int; {'a':10,plan:20}[plan]-need>=0; {\"a\": 10, plan: 20}[plan] - need"
            + " >= 0",
        "''; request.current_aal == 'aal2'; request.current_aal == \"aal2\""
      })
  void readsBackWhatItWrites(String parameters, String expression, String canonical) {
    NamedCondition condition = condition(parameters, expression);
    assertThat(condition.canonical())
        .isEqualTo(Map.of("parameters", parameters(parameters), "expression", canonical));
    assertThat(condition(parameters, canonical)).isEqualTo(condition);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "a:int; a < b; conditions.c.expression:1:5 unknown name 'b'; a named condition can read its"
            + " parameters and request",
        "a:int; subject.level == a; conditions.c.expression:1:1 unknown name 'subject'; a named"
            + " condition can read its parameters and request",
        "a:int; context.level == a; conditions.c.expression:1:1 unknown name 'context'; a named"
            + " condition can read its parameters and request"
      })
  void unknownWordsHaveTheirPlace(String parameters, String expression, String fault, String more) {
    assertThat(faults(parameters, expression)).containsExactly(fault + "; " + more);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "a:int; a; conditions.c.expression:1:1 the condition must be a bool, not an int",
        "a:int; a == 'x'; conditions.c.expression:1:3 an int and a string are never equal",
        "a:int b:int; a == 1; conditions.c.parameters.b:0:0 the expression does not use this"
            + " parameter, remove it",
        "a:ip; a == 'x'; conditions.c.parameters.a:0:0 the type must be",
        "request:int; request.time == request.time; conditions.c.parameters.request:0:0 'request'"
            + " is reserved for the decision point",
        "in:int; true; conditions.c.parameters.in:0:0 must be a name",
        "while:int; while == 1; conditions.c.parameters.while:0:0 must be a name",
        "a:int; {b: a} == {}; conditions.c.expression:1:2 a key must be a string: write",
        "a:int; {a: 1} == {}; conditions.c.expression:1:2 a map key must be a string, not an int",
        "a:map; {'x': a.x}.x + 1 == 2; conditions.c.expression:1:14 '+' cannot be applied to a"
            + " dynamic value",
        "a:list<int>; a.all(a, a > 1); conditions.c.expression:1:7 'a' is already a parameter"
      })
  void faultsAreFound(String parameters, String expression, String fault) {
    assertThat(faults(parameters, expression))
        .anySatisfy(each -> assertThat(each.replace(';', ',')).startsWith(fault));
  }

  @Test
  void allFaultsComeTogether() {
    assertThat(
            faults(
                Map.of(
                    "parameters",
                    Map.of("a", "number", "b", "int", "1", "int"),
                    "expression",
                    "a &&",
                    "cel",
                    "x")))
        .hasSize(4);
    assertThat(faults("text")).singleElement().asString().contains("must be an object");
    assertThat(faults(Map.of("parameters", List.of(1))))
        .hasSize(2)
        .anySatisfy(each -> assertThat(each).contains("expression:0:0 must be a string"));
  }

  @Test
  void boundsHold() {
    Map<String, String> many = new HashMap<>();
    for (int i = 0; i < 65; i++) {
      many.put("p" + i, "int");
    }
    assertThat(faults(Map.of("parameters", many, "expression", "true")))
        .singleElement()
        .asString()
        .contains("at most 64");
    assertThat(faults("", "true" + " ".repeat(4_100)))
        .singleElement()
        .asString()
        .contains("at most 4096");
  }

  @Test
  void missingAndMistypedParametersAreNamed() {
    NamedCondition condition = condition("a:int b:timestamp c:any", "a == 1 && b < b || c == 1");
    Map<String, Object> context = new HashMap<>(Map.of("a", "one"));
    context.put("c", null);
    assertThat(condition.missing(new Given(context))).containsExactly("b");
    assertThat(condition.mistyped(new Given(context))).containsExactly("a");
    context.put("b", null);
    assertThat(condition.missing(new Given(context))).isEmpty();
    assertThat(condition.mistyped(new Given(context))).containsExactly("a", "b");
    context.putAll(Map.of("a", 1.0, "b", "2026-03-01T12:00:00Z"));
    assertThat(condition.mistyped(new Given(context))).isEmpty();
  }

  @Test
  void whatARelationStoresIsChecked() {
    NamedCondition condition = condition("a:list<int> b:duration", "1 in a && b > duration('1m')");
    assertThat(condition.faults(Map.of())).isEmpty();
    assertThat(condition.faults(Map.of("a", List.of(1, 2), "b", "1h30m"))).isEmpty();
    assertThat(condition.faults(Map.of("a", List.of("x"), "b", 5, "z", 1)))
        .containsEntry("a", "must be a list<int>")
        .containsEntry("b", "must be a duration")
        .containsEntry("z", "unknown parameter; the parameters of condition 'c' are 'a', 'b'");
  }

  @Test
  void evaluatesItsParameters() {
    NamedCondition condition = condition("a:int end:timestamp", "a > 3 || request.time < end");
    assertThat(condition.condition().evaluate(new Given(Map.of("a", 4))))
        .isEqualTo(Condition.Outcome.TRUE);
    assertThat(condition.condition().evaluate(new Given(Map.of("a", 3))))
        .isEqualTo(Condition.Outcome.ERROR);
    assertThat(
            condition
                .condition()
                .evaluate(new Given(Map.of("a", 3, "end", "2027-01-01T00:00:00Z"))))
        .isEqualTo(Condition.Outcome.TRUE);
    assertThat(condition.condition().failure(new Given(Map.of("a", 3))))
        .isEqualTo("line 1, column 25: the parameter end is missing");
    assertThat(condition.condition().failure(new Given(Map.of("a", "x", "end", "x"))))
        .contains("is not a");
  }
}
