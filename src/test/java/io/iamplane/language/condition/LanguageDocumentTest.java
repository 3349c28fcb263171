package io.iamplane.language.condition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.iamplane.language.condition.Condition.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** The examples of {@code docs/language.md} hold. */
class LanguageDocumentTest {

  private final String document = Files.readString(Path.of("docs/language.md"));
  private final Attributes attributes = MapAttributes.of(block("json attributes"));
  private final AttributeSchema declared =
      AttributeSchema.parse(
          MapAttributes.object(block("json declared")),
          (place, message) -> {
            throw new AssertionError(place + message);
          });

  LanguageDocumentTest() throws IOException {}

  @TestFactory
  Stream<DynamicTest> examplesGiveWhatTheySay() {
    return Stream.concat(
        examples("condition").map(e -> dynamicTest(e, () -> check(e, AttributeSchema.EMPTY))),
        examples("declared").map(e -> dynamicTest(e, () -> check(e, declared))));
  }

  @TestFactory
  Stream<DynamicTest> examplesOfRefusalsAreRefused() {
    return Stream.concat(
        examples("refused").map(e -> dynamicTest(e, () -> refuse(e, AttributeSchema.EMPTY))),
        examples("declared-refused").map(e -> dynamicTest(e, () -> refuse(e, declared))));
  }

  private void check(String example, AttributeSchema schema) throws ConditionSyntaxException {
    Outcome expected = Outcome.valueOf(note(example).toUpperCase(Locale.ROOT));
    assertThat(Conditions.compile(example, schema).evaluate(attributes)).isEqualTo(expected);
  }

  private static void refuse(String example, AttributeSchema schema) {
    ConditionSyntaxException refusal =
        catchThrowableOfType(
            ConditionSyntaxException.class, () -> Conditions.compile(example, schema));
    assertThat(refusal.line() + ":" + refusal.column() + " " + refusal.reason())
        .startsWith(note(example));
  }

  private static String note(String example) {
    return example.substring(example.lastIndexOf("// ") + 3);
  }

  private Stream<String> examples(String kind) {
    return blocks(kind).flatMap(String::lines);
  }

  private String block(String kind) {
    return blocks(kind).findFirst().orElseThrow();
  }

  private Stream<String> blocks(String kind) {
    return Pattern.compile("^```" + kind + "\n(.*?)^```$", Pattern.DOTALL | Pattern.MULTILINE)
        .matcher(document)
        .results()
        .map(result -> result.group(1));
  }
}
