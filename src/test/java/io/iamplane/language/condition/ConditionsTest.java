package io.iamplane.language.condition;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConditionsTest {

  private static Condition compile(String text) throws ConditionSyntaxException {
    return Conditions.compile(text, AttributeSchema.EMPTY);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '§',
      value = {
        "subject['a']=='b'                | subject.a == \"b\"",
        "subject[\"in\"] == 1             | subject[\"in\"] == 1",
        "subject['a b'].c['d'] == 1       | subject[\"a b\"].c.d == 1",
        "( (1+2)*3 ) == 9                 | (1 + 2) * 3 == 9",
        "1+(2*3) == 7                     | 1 + 2 * 3 == 7",
        "1-(2-3) == 2                     | 1 - (2 - 3) == 2",
        "(1-2)-3 == -4                    | 1 - 2 - 3 == -4",
        "0x10 == 16                       | 16 == 16",
        "1e2 == 100.0                     | 100.0 == 100.0",
        "-(-5) == 5                       | -(-5) == 5",
        "-(5) == -5                       | -(5) == -5",
        "!(!true)                         | !!true",
        "!(true && false)                 | !(true && false)",
        "true ? (false ? true : false) : (true ? false : true) "
            + "| true ? (false ? true : false) : true ? false : true",
        "(true ? false : true) ? true : false | (true ? false : true) ? true : false",
        "[1,2,].exists( x , x==1 )        | [1, 2].exists(x, x == 1)",
        "size( 'a' )==1 // comment        | size(\"a\") == 1",
        "'a'.size( )==1                   | \"a\".size() == 1",
        "has( subject['a'] )              | has(subject.a)",
        "subject.a [ 0 ] == 1             | subject.a[0] == 1",
        "(subject.a) . b == 1             | subject.a.b == 1",
        "true && (true && false)          | true && true && false",
        "(subject.a in [1]) == true       | subject.a in [1] == true",
        "true == (subject.a in [1])       | true == (subject.a in [1])",
        "{ } == { , }                     | {} == {}",
        "[ , ] == []                      | [] == []",
        "{'b':1,'a':{'c':[1,],},} == {}   | {\"b\": 1, \"a\": {\"c\": [1]}} == {}",
        "{'a' : 1} . a == 1               | {\"a\": 1}.a == 1",
        "({'a':1})['a'] == 1              | {\"a\": 1}.a == 1",
        "{'a b':1}['a b'] == 1            | {\"a b\": 1}[\"a b\"] == 1",
        "{(subject.a):(1+2)*3} == {}      | {subject.a: (1 + 2) * 3} == {}",
        "{true?'a':'b':true?1:2} == {}    | {(true ? \"a\" : \"b\"): true ? 1 : 2} == {}",
        "{('a'):1}.all(x,{x:x}==({x:x}))  | {\"a\": 1}.all(x, {x: x} == {x: x})",
        "-{'a':1}.a == -1                 | -{\"a\": 1}.a == -1",
        "has({'a':1}['b'])                | has({\"a\": 1}.b)",
      })
  void canonicalTextHasOneSpelling(String text, String canonical) throws ConditionSyntaxException {

    assertThat(compile(text).canonical()).isEqualTo(canonical);
    assertThat(compile(canonical).canonical()).isEqualTo(canonical);
  }

  @Test
  void disjunctionInsideConjunctionKeepsItsParentheses() throws ConditionSyntaxException {
    assertThat(compile("true && (false || true)").canonical()).isEqualTo("true && (false || true)");
    assertThat(compile("(true && false) || true").canonical()).isEqualTo("true && false || true");
    assertThat(compile("true || (false || true)").canonical()).isEqualTo("true || false || true");
  }

  /** A JSON reader interns names, so that look-ups compare identities; others may not. */
  @Test
  void namesOfFieldsAreInternedAndFoundWhetherOrNotTheAttributesAre()
      throws ConditionSyntaxException {
    Condition condition = compile("context.box.label == 'a'");

    assertThat(condition.reads().iterator().next().field()).isSameAs("box");
    for (boolean interned : new boolean[] {true, false}) {
      String box = interned ? "box" : new String("box".toCharArray());
      String label = interned ? "label" : new String("label".toCharArray());
      assertThat(condition.evaluate(MapAttributes.context(box, Map.of(label, "a"))))
          .isEqualTo(Condition.Outcome.TRUE);
    }
  }

  @Test
  void readsNamesEveryFieldOfARoot() throws ConditionSyntaxException {
    Condition condition =
        compile(
            "subject.a == 1 || has(context.b) || resource[\"c d\"].e[action.f] == 1"
                + " || request.g.exists(x, x == subject.h && x.i)");
    assertThat(condition.reads().stream().map(AttributeRef::toString))
        .containsExactlyInAnyOrder(
            "subject.a", "context.b", "resource.c d", "action.f", "request.g", "subject.h");
  }

  @Test
  void readsNamesWhatKeysAndValuesOfMapsRead() throws ConditionSyntaxException {
    Condition condition =
        compile("{subject.a: resource.b, \"x\": {\"y\": context.c}}.x.y == {request.d: 1}.e");

    assertThat(condition.reads().stream().map(AttributeRef::toString))
        .containsExactlyInAnyOrder("subject.a", "resource.b", "context.c", "request.d");
  }

  @Test
  void mapsCostByTheirPartsAndLongKeysByTheirLength() throws ConditionSyntaxException {
    Attributes attributes = MapAttributes.context("x", "k".repeat(64_000));

    assertThat(steps("{\"a\": 1, \"b\": 2} == {\"a\": 1, \"b\": 2}", attributes)).isEqualTo(2 + 1);
    assertThat(steps("{context.x: 1}.size() == 1", attributes)).isEqualTo(1_000);
    assertThat(steps("context.x in {\"a\": 1}", attributes)).isEqualTo(1_000);
    assertThat(steps("{\"a\": 1}[context.x] == 1", attributes)).isEqualTo(1_000);
  }

  private static long steps(String text, Attributes attributes) throws ConditionSyntaxException {
    AtomicLong spent = new AtomicLong();
    compile(text)
        .evaluate(
            attributes,
            new StepMeter() {
              @Override
              public long left() {
                return 1_000_000;
              }

              @Override
              public void spend(long steps) {
                spent.addAndGet(steps);
              }
            });
    return spent.get();
  }

  @Test
  void refusalNamesLineAndColumnInCodePoints() {
    try {
      compile("true &&\n  \"😀\" == \"b\" && foo");
    } catch (ConditionSyntaxException e) {
      assertThat(e).hasMessageStartingWith("line 2, column 17: unknown name 'foo'");
      return;
    }
    throw new AssertionError("accepted");
  }

  @Test
  void failureIsNullUnlessTheEvaluationFails() throws ConditionSyntaxException {
    Attributes attributes = MapAttributes.of("{\"subject\":{\"a\":1}}");
    assertThat(compile("subject.a == 1").failure(attributes)).isNull();
    assertThat(compile("subject.a == 2").failure(attributes)).isNull();
    assertThat(compile("true &&\n subject.b").failure(attributes))
        .isEqualTo("line 2, column 2: subject.b is absent");
  }

  @Test
  void failureNeverTellsAValue() throws ConditionSyntaxException {
    Attributes attributes = MapAttributes.of("{\"subject\":{\"secret\":\"s3cr3t\"}}");
    for (String text :
        List.of(
            "subject.secret > 1",
            "subject.secret",
            "subject.secret.inCidr(\"10.0.0.0/8\")",
            "timestamp(subject.secret) == timestamp(0)",
            "\"a\".matches(subject.secret + \"(\")",
            "subject.secret[0] == 1",
            "subject.secret.a == 1")) {
      assertThat(compile(text).failure(attributes)).isNotNull().doesNotContain("s3cr3t");
    }
  }

  @Test
  void schemaReadsEveryType() {
    List<String> types =
        List.of(
            "string",
            "int",
            "double",
            "bool",
            "timestamp",
            "duration",
            "map",
            "any",
            "list",
            "list<string>",
            "list<list<int>>",
            "list<any>");
    Map<String, String> fields =
        types.stream().collect(Collectors.toMap(type -> "of " + type, type -> type));
    AttributeSchema schema =
        AttributeSchema.parse(
            Map.of("context", fields),
            (place, message) -> {
              throw new AssertionError(place);
            });
    assertThat(schema.type(Root.CONTEXT, "of int")).isEqualTo(Scalar.INT);
    assertThat(schema.type(Root.CONTEXT, "of list<string>")).isEqualTo(new ListType(Scalar.STRING));
    assertThat(schema.type(Root.CONTEXT, "of list<any>").text()).isEqualTo("list");
    assertThat(schema.type(Root.CONTEXT, "of list<list<int>>").text()).isEqualTo("list<list<int>>");
    assertThat(schema.type(Root.CONTEXT, "undeclared")).isEqualTo(Scalar.ANY);
    assertThat(schema.type(Root.REQUEST, "of int")).isEqualTo(Scalar.ANY);
  }

  @Test
  void schemaReportsEachFaultByItsPlace() {
    Map<String, String> faults = new LinkedHashMap<>();
    Map<String, Object> resource = new LinkedHashMap<>();
    resource.put("a", "String");
    resource.put("b", 5);
    resource.put("c", null);
    resource.put("d", "list<foo>");
    resource.put("e", "list<list<list<list<int>>>>");
    resource.put("", "int");
    resource.put("ok", "int");
    Map<String, Object> attributes = new LinkedHashMap<>();
    attributes.put("subject", "int");
    attributes.put("resource", resource);
    attributes.put(
        "context",
        IntStream.range(0, 501).boxed().collect(Collectors.toMap(i -> "f" + i, i -> "int")));
    attributes.put("request", Map.of());
    AttributeSchema schema = AttributeSchema.parse(attributes, faults::put);
    assertThat(faults.keySet())
        .containsExactlyInAnyOrder(
            "attributes.subject",
            "attributes.resource",
            "attributes.resource.a",
            "attributes.resource.b",
            "attributes.resource.c",
            "attributes.resource.d",
            "attributes.resource.e",
            "attributes.context",
            "attributes.request");
    assertThat(faults.get("attributes.resource.a")).contains("the type must be string, int");
    assertThat(schema.resource()).containsOnlyKeys("ok");
    assertThat(schema.context()).isEmpty();
  }

  @Test
  void rootsAreNamedExactly() {
    assertThat(Root.named("subject")).isEqualTo(Root.SUBJECT);
    assertThat(Root.named("Subject")).isNull();
    assertThat(Root.named("")).isNull();
  }

  @Test
  void absentAndNullAreTold() throws ConditionSyntaxException {
    Attributes isNull = new MapAttributes(Map.of("subject", Collections.singletonMap("a", null)));
    assertThat(compile("has(subject.a) && subject.a == null").evaluate(isNull))
        .isEqualTo(Condition.Outcome.TRUE);
    assertThat(compile("subject.a == null").evaluate(MapAttributes.of("{}")))
        .isEqualTo(Condition.Outcome.ERROR);
  }
}
