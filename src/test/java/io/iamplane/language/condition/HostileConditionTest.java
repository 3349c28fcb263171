package io.iamplane.language.condition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeout;

import io.iamplane.language.condition.Condition.Outcome;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Any condition or input leads to a clear refusal, or to an answer within bounds. */
class HostileConditionTest {

  /** Generous, since the machine may be busy; the work itself takes tens of milliseconds. */
  private static final Duration BOUND = Duration.ofSeconds(5);

  private static Condition compiled(String text) {
    try {
      return Conditions.compile(text, AttributeSchema.EMPTY);
    } catch (ConditionSyntaxException e) {
      throw new AssertionError(e);
    }
  }

  private static void assertRefused(String text, String message) {
    assertTimeout(
        BOUND,
        () ->
            assertThatThrownBy(() -> Conditions.compile(text, AttributeSchema.EMPTY))
                .isInstanceOf(ConditionSyntaxException.class)
                .hasMessageContaining(message));
  }

  private static void assertFails(String text, @Nullable Object x, String message) {
    Condition condition = compiled(text);
    Attributes attributes = MapAttributes.context("x", x);
    assertTimeout(BOUND, () -> assertThat(condition.evaluate(attributes)).isEqualTo(Outcome.ERROR));
    assertThat(condition.failure(attributes)).contains(message);
  }

  private static List<Object> numbers(int count) {
    return IntStream.range(0, count).mapToObj(i -> (Object) (double) i).toList();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "(",
        "[",
        "{",
        "{\"a\": ",
        "[{\"a\": ",
        "!",
        "-(",
        "!(",
        "has(",
        "true ? true : ",
        "size(",
        "context[\"a\"]["
      })
  void deepNestingIsRefused(String opening) {
    assertRefused(opening.repeat(1_000), "nested more than 64 levels deep");
  }

  @ParameterizedTest
  @ValueSource(strings = {"(", "[", "{", "{1:", "-", "!", "context.x."})
  void nestingTenThousandDeepIsRefused(String opening) {
    assertRefused(opening.repeat(10_000), opening.length() > 1 ? "characters" : "nested");
  }

  @Test
  void longChainsAreRefused() {
    assertRefused("1" + " + 1".repeat(100) + " == 1", "nested more than 64 levels deep");
    assertRefused("context" + ".x".repeat(100) + " == 1", "nested more than 64 levels deep");
    assertRefused("true" + " && true".repeat(2_000), "more than 2000 parts");
  }

  @Test
  void longConjunctionsWithinTheLimitAreAccepted() {
    assertThat(compiled("true" + " && true".repeat(1_900)).evaluate(MapAttributes.of("{}")))
        .isEqualTo(Outcome.TRUE);
    assertThat(compiled("(".repeat(60) + "true" + ")".repeat(60)).canonical()).isEqualTo("true");
  }

  @Test
  void sourceIsBounded() {
    assertRefused("x".repeat(1_000_000), "the condition has 1000000 characters; at most 16384");
    assertRefused(" ".repeat(16_385), "at most 16384");
  }

  @Test
  void listsInTheConditionAreBounded() {
    String elements = "1, ".repeat(1_000);
    assertThat(compiled("1 in [" + elements + "]").canonical()).startsWith("1 in [1, 1,");
    assertRefused("1 in [" + elements + "1]", "more than 1000 elements");
  }

  @Test
  void mapsInTheConditionAreBoundedByTheirParts() {
    String entries =
        IntStream.range(0, 997).mapToObj(i -> "\"k" + i + "\": 1").collect(Collectors.joining(","));
    Condition condition = compiled("\"k996\" in {" + entries + "}");
    assertThat(condition.evaluate(MapAttributes.of("{}"))).isEqualTo(Outcome.TRUE);
    assertThat(compiled(condition.canonical()).canonical()).isEqualTo(condition.canonical());
    assertRefused("\"k\" in {" + entries + ", \"a\": 1, \"b\": 2}", "more than 2000 parts");
  }

  @Test
  void mapsThatAreNestedAsDeepAsCanBeWrittenAreCompared() {
    String map = "{\"a\": ".repeat(60) + "1" + "}".repeat(60);
    assertThat(compiled(map + " == " + map).evaluate(MapAttributes.of("{}")))
        .isEqualTo(Outcome.TRUE);
    assertRefused("{\"a\": ".repeat(64) + "1" + "}".repeat(64) + " == {}", "nested more than 64");
  }

  @Test
  void longKeysArePaidFor() {
    List<Object> twins = List.of("a".repeat(100_000), "a".repeat(100_000), "a".repeat(100_000));
    assertFails(
        "context.x.all(a, context.x.all(b, context.x.all(c, context.x.all(d, {a: 1}[b] == 1"
            + " && c in {d: 1}))))",
        twins,
        "steps");
  }

  /** Each turn of a loop makes a map, and costs as much as the map's size. */
  @Test
  void mapsMadeInLoopsEndWithinTheBudget() {
    String entries =
        IntStream.range(0, 500)
            .mapToObj(i -> "\"k" + i + "\": a")
            .collect(Collectors.joining(", "));
    assertFails(
        "context.x.all(a, {" + entries + "}.size() == 500)", numbers(10_000), "more than 200000");
    assertFails("context.x.all(a, {" + entries + "}.all(k, k != \"\"))", numbers(10_000), "200000");
  }

  @Test
  void constantMapsOfOneConditionServeManyThreads() {
    Condition condition =
        compiled("{\"a\": {\"b\": [1, 2]}}[context.x] == {\"b\": [1, 2]} && \"a\" in {\"a\": 1}");
    Attributes attributes = MapAttributes.context("x", "a");
    assertThat(IntStream.range(0, 2_000).parallel().mapToObj(i -> condition.evaluate(attributes)))
        .containsOnly(Outcome.TRUE);
  }

  @Test
  void charactersThatCannotBeStoredAreRefused() {
    assertRefused("\"a\u0000b\" == \"\"", "line 1, column 3: unexpected control character U+0000");
    assertRefused("\"😀\ud800\" == \"\"", "line 1, column 3: an unpaired surrogate");
    assertRefused("true // \udc00", "an unpaired surrogate");
    assertRefused("true\u0007", "unexpected control character U+0007");
    assertRefused("true\u00a0", "unexpected character");
    assertRefused("true\u202e", "unexpected character");
  }

  @Test
  void escapedControlCharactersStayEscapedInCanonicalText() {
    String canonical = compiled("context.x == \"\\u0000\\n\\x7f\\u0085\\t\"").canonical();
    assertThat(canonical).isEqualTo("context.x == \"\\u0000\\n\\u007f\\u0085\\t\"");
    assertThat(compiled(canonical).evaluate(MapAttributes.context("x", "\0\n\u007f\u0085\t")))
        .isEqualTo(Outcome.TRUE);
  }

  @Test
  void nestedComprehensionsEndWithinTheBudget() {
    assertFails(
        "context.x.all(a, context.x.all(b, context.x.all(c, a + b + c >= 0.0)))",
        numbers(10_000),
        "more than 200000 steps");
    assertFails(
        "context.x.exists(a, context.x.exists(b, a + b < 0.0))",
        numbers(1_000),
        "more than 200000 steps");
  }

  @Test
  void spentBudgetIsNotAbsorbed() {
    String endless = "context.x.all(a, context.x.all(b, a + b >= 0.0))";
    assertFails(endless + " || true", numbers(10_000), "more than 200000 steps");
    assertFails("!(" + endless + " && false)", numbers(10_000), "more than 200000 steps");
  }

  @Test
  void longListsAreRefused() {
    assertFails("context.x.exists(a, a < 0)", numbers(10_001), "more than 10000 elements");
    assertFails("-1 in context.x", numbers(10_001), "too long");
    assertThat(compiled("9999 in context.x").evaluate(MapAttributes.context("x", numbers(10_000))))
        .isEqualTo(Outcome.TRUE);
    assertThat(
            compiled("context.x.all(a, a >= 0)")
                .evaluate(MapAttributes.context("x", numbers(10_000))))
        .isEqualTo(Outcome.TRUE);
  }

  @Test
  void declaredListsAreCheckedWithinTheBudget() throws ConditionSyntaxException {
    AttributeSchema schema =
        AttributeSchema.parse(Map.of("context", Map.of("x", "list<int>")), (place, message) -> {});
    Condition condition = Conditions.compile("context.x[0] == 0", schema);
    Attributes attributes = MapAttributes.context("x", Collections.nCopies(300_000, 0));
    assertThat(condition.evaluate(attributes)).isEqualTo(Outcome.ERROR);
    assertThat(condition.failure(attributes)).contains("steps");
  }

  @Test
  void catastrophicPatternsTakeLinearTime() {
    String evil = "a".repeat(5_000) + "!";
    for (String pattern : List.of("^(a+)+$", "^(a|aa)+$", "^(a|a?)+$", "(.*)*b", "(x+x+)+y")) {
      Condition condition = compiled("context.x.matches(\"" + pattern + "\")");
      assertTimeout(
          BOUND,
          () ->
              assertThat(condition.evaluate(MapAttributes.context("x", evil)))
                  .isEqualTo(Outcome.FALSE));
    }
  }

  @Test
  void patternsOverLongTextsEndWithinTheBudget() {
    assertFails("context.x.matches(\"(a|b|c)*d\")", "abc".repeat(500_000), "steps");
    assertFails("context.x.matches(\"[a-z]{1,500}!\")", "abc".repeat(10_000), "steps");
  }

  @Test
  void patternsFromTheRequestAreBounded() {
    assertFails("\"x\".matches(context.x)", "(((x{100}){100}){100})", "pattern is invalid");
    assertFails("\"x\".matches(context.x)", "(".repeat(500), "pattern is invalid");
    assertFails("\"x\".matches(context.x)", "x".repeat(513), "pattern is invalid");
    assertFails("\"x\".matches(context.x)", "x".repeat(1_000_000), "steps");
    assertFails(
        "context.x.all(p, \"x\".matches(p))", Collections.nCopies(5_000, "x|(y+)+"), "steps");
  }

  @Test
  void quadraticSearchEndsWithinTheBudget() {
    String text = "a".repeat(1_000_000);
    assertFails("context.x.contains(\"" + "a".repeat(100) + "b\")", text, "steps");
    Condition twice = compiled("(context.x + \"b\").contains(context.x + \"c\")");
    assertTimeout(BOUND, () -> twice.evaluate(MapAttributes.context("x", text)));
  }

  @Test
  void comparingLongTextsIsPaidFor() {
    String text = "a".repeat(100_000);
    Object twins = List.of(text, new String(text), new String(text));
    assertFails(
        "context.x.all(a, context.x.all(b, context.x.all(c, context.x.all(d, a == b && c <= d))))",
        twins,
        "steps");
  }

  @Test
  void textsDoNotGrowWithoutBound() {
    String doubling = "[context.x + context.x]";
    for (char v = 'a'; v < 'u'; v++) {
      doubling = doubling + ".exists(" + v + ", [" + v + " + " + v + "]";
    }
    String condition = doubling + ".exists(z, z == \"\")" + ")".repeat(20);
    assertFails(condition, "x".repeat(1_000), "out of range");
  }

  @Test
  void deeplyNestedValuesAreNotCompared() {
    Object list = 1.0;
    Object map = 1.0;
    for (int i = 0; i < 100_000; i++) {
      list = Collections.singletonList(list);
      map = Collections.singletonMap("k", map);
    }
    assertFails("context.x == context.x", list, "too large");
    assertFails("context.x == context.x", map, "too large");
    assertFails("context.x in [context.x]", list, "too deep");
  }

  @Test
  void valuesOfUnknownKindsAreErrors() {
    assertFails("context.x == \"x\" || context.x != context.x", new Object(), "unknown type");
    assertFails("context.x > 1", new Object(), "needs two");
    assertFails("context.x", "true", "not a bool");
  }

  @Test
  void loneSurrogatesInValuesAreHarmless() {
    Attributes attributes = MapAttributes.context("x", "a\ud800b");
    assertThat(compiled("context.x.size() == 3").evaluate(attributes)).isEqualTo(Outcome.TRUE);
    assertThat(compiled("context.x == \"ab\"").evaluate(attributes)).isEqualTo(Outcome.FALSE);
    assertThat(compiled("context.x.contains(\"b\")").evaluate(attributes)).isEqualTo(Outcome.TRUE);
    assertThat(compiled("context.x.matches(\"^a.b$\")").evaluate(attributes)).isNotNull();
    assertThat(compiled("context.x < \"b\"").evaluate(attributes)).isEqualTo(Outcome.TRUE);
  }

  @Test
  void numbersThatJsonCannotWriteAreHandled() {
    for (Object nan : List.of(Double.NaN, Float.NaN)) {
      Attributes attributes = MapAttributes.context("x", nan);
      assertThat(compiled("context.x == context.x").evaluate(attributes)).isEqualTo(Outcome.FALSE);
      assertThat(compiled("context.x >= 0").evaluate(attributes)).isEqualTo(Outcome.FALSE);
      assertThat(compiled("context.x < 0.0").evaluate(attributes)).isEqualTo(Outcome.FALSE);
      assertThat(compiled("int(context.x) == 0").evaluate(attributes)).isEqualTo(Outcome.ERROR);
      assertThat(compiled("[1][context.x] == 1").evaluate(attributes)).isEqualTo(Outcome.ERROR);
    }
    Attributes infinite = MapAttributes.context("x", Double.POSITIVE_INFINITY);
    assertThat(compiled("context.x > 9223372036854775807").evaluate(infinite))
        .isEqualTo(Outcome.TRUE);
    assertThat(compiled("int(context.x) == 0").evaluate(infinite)).isEqualTo(Outcome.ERROR);
  }

  @Test
  void numbersOfEveryJavaKindCompareAlike() {
    for (Object seven : List.of(7, 7L, 7.0, 7f, (short) 7, (byte) 7, new BigDecimal("7"))) {
      Attributes attributes = MapAttributes.context("x", seven);
      assertThat(
              compiled("context.x == 7 && context.x < 7.5 && context.x in [7]")
                  .evaluate(attributes))
          .isEqualTo(Outcome.TRUE);
      assertThat(compiled("context.x / 2.0 == 3.5").evaluate(attributes)).isEqualTo(Outcome.TRUE);
    }
  }

  @Test
  void randomTextNeverThrowsAnythingElse() {
    Random random = new Random(20_260_701L);
    List<String> pieces =
        List.of(
            "subject", ".", "a", "(", ")", "[", "]", "\"", "'", "\\", "1", "e", "0x", "&&", "||",
            "!", "?", ":", ",", " ", "\n", "in", "exists", "has", "-", "%", "r\"", "//", "😀", "{",
            "}", "{\"a\":");
    int accepted = 0;
    for (int i = 0; i < 100_000; i++) {
      StringBuilder text = new StringBuilder();
      for (int length = random.nextInt(12); length >= 0; length--) {
        text.append(pieces.get(random.nextInt(pieces.size())));
      }
      try {
        Conditions.compile(text.toString(), AttributeSchema.EMPTY);
        accepted++;
      } catch (ConditionSyntaxException e) {
        assertThat(e.line()).isPositive();
        assertThat(e.column()).isPositive();
      }
    }
    assertThat(accepted).isPositive();
  }

  @Test
  void oneConditionServesManyThreads() {
    Condition condition =
        compiled("context.x.exists(a, a == 500) && context.x.matches == 1 || true");
    Attributes attributes = MapAttributes.context("x", new ArrayList<>(numbers(1_000)));
    assertThat(IntStream.range(0, 2_000).parallel().mapToObj(i -> condition.evaluate(attributes)))
        .containsOnly(Outcome.TRUE);
  }
}
