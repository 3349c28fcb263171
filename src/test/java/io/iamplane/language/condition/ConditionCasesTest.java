package io.iamplane.language.condition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.iamplane.language.condition.Condition.Outcome;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** The cases of {@code language/conditions.txt} and {@code language/refusals.txt}. */
class ConditionCasesTest {

  private record Case(
      int line,
      Outcome outcome,
      String condition,
      String because,
      AttributeSchema schema,
      Attributes attributes) {}

  @TestFactory
  Stream<DynamicTest> conditionGivesItsOutcome() throws IOException {
    return cases().stream()
        .map(c -> dynamicTest(c.line() + ": " + c.condition(), () -> checkOutcome(c)));
  }

  @TestFactory
  Stream<DynamicTest> canonicalTextIsStableAndMeansTheSame() throws IOException {
    return cases().stream()
        .map(c -> dynamicTest(c.line() + ": " + c.condition(), () -> checkCanonical(c)));
  }

  @TestFactory
  Stream<DynamicTest> refusalNamesThePlace() throws IOException {
    return lines("/language/refusals.txt")
        .filter(line -> !line.startsWith("# "))
        .map(line -> dynamicTest(line, () -> checkRefusal(line)));
  }

  @Test
  void thereAreManyCases() throws IOException {
    long refusals = lines("/language/refusals.txt").filter(line -> !line.startsWith("# ")).count();
    System.out.printf("condition cases: %d, refusals: %d%n", cases().size(), refusals);
    assertThat(cases()).hasSizeGreaterThan(300);
  }

  private static void checkOutcome(Case c) throws ConditionSyntaxException {
    Condition condition = Conditions.compile(c.condition(), c.schema());
    assertThat(condition.evaluate(c.attributes())).isEqualTo(c.outcome());
    String failure = condition.failure(c.attributes());
    if (c.outcome() == Outcome.ERROR) {
      assertThat(failure).startsWith("line 1, column ").contains(c.because());
    } else {
      assertThat(failure).isNull();
    }
  }

  private static void checkCanonical(Case c) throws ConditionSyntaxException {
    String canonical = Conditions.compile(c.condition(), c.schema()).canonical();
    Condition again = Conditions.compile(canonical, c.schema());
    assertThat(again.canonical()).isEqualTo(canonical);
    assertThat(again.evaluate(c.attributes())).isEqualTo(c.outcome());
  }

  private static void checkRefusal(String line) {
    String[] halves = (" " + line).split(" ## ", 2);
    String[] placed = halves[0].strip().split(" ", 2);
    String condition = placed.length == 1 ? "" : placed[1].replace('⏎', '\n');
    ConditionSyntaxException refusal = refusal(condition);
    assertThat(refusal.line() + ":" + refusal.column() + " " + refusal.reason())
        .startsWith(placed[0] + " ")
        .contains(halves[1]);
  }

  private static ConditionSyntaxException refusal(String condition) {
    try {
      Conditions.compile(condition, AttributeSchema.EMPTY);
    } catch (ConditionSyntaxException e) {
      return e;
    }
    throw new AssertionError("accepted: " + condition);
  }

  private static List<Case> cases() throws IOException {
    List<Case> cases = new ArrayList<>();
    AttributeSchema schema = AttributeSchema.EMPTY;
    Attributes attributes = MapAttributes.of("{}");
    int number = 0;
    for (String line : lines("/language/conditions.txt").toList()) {
      number++;
      String[] words = line.split(" +", 2);
      switch (words[0]) {
        case "declare" -> schema = schema(words[1]);
        case "with" -> attributes = MapAttributes.of(words[1]);
        case "true", "false", "error" -> {
          String[] halves = words[1].split(" ## ", 2);
          cases.add(
              new Case(
                  number,
                  Outcome.valueOf(words[0].toUpperCase(Locale.ROOT)),
                  halves[0],
                  halves.length == 1 ? "" : halves[1],
                  schema,
                  attributes));
        }
        case "#", "##" -> {}
        default -> throw new IllegalArgumentException(line);
      }
    }
    return cases;
  }

  private static AttributeSchema schema(String json) {
    return AttributeSchema.parse(
        MapAttributes.object(json),
        (place, message) -> {
          throw new IllegalArgumentException(place + ": " + message);
        });
  }

  private static Stream<String> lines(String resource) throws IOException {
    try (InputStream in = ConditionCasesTest.class.getResourceAsStream(resource)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.isBlank());
    }
  }
}
