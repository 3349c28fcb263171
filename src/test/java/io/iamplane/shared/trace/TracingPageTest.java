package io.iamplane.shared.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** {@code docs/tracing.md} has the real names, trees and example. */
class TracingPageTest {

  private static final Pattern ROW = Pattern.compile("^\\| `([a-z_.]+)` \\|", Pattern.MULTILINE);

  private final String page = read("docs/tracing.md");

  @Test
  void everySpanHasARow() {
    assertThat(rows("## Spans"))
        .containsExactlyElementsOf(Arrays.stream(SpanName.values()).map(SpanName::wire).toList());
  }

  @Test
  void everyAttributeHasARow() {
    assertThat(rows("## Attributes"))
        .containsExactlyElementsOf(
            Arrays.stream(SpanAttribute.values()).map(SpanAttribute::wire).toList());
  }

  @Test
  void theTreesAreThoseThatTheDriversGive() {
    assertThat(page).contains(read("src/test/resources/golden/trace/trees.txt"));
  }

  /** Compares without the alternative of the test; a deployer needs none. */
  @Test
  void theExampleIsTheOneThatIsTested() {
    String example =
        read("src/test/java/io/iamplane/shared/trace/example/SpanTimers.java")
            .replace("import jakarta.enterprise.inject.Alternative;\n", "")
            .replace("@Alternative\n", "");

    assertThat(page)
        .contains(example.substring(example.indexOf("/** The durations")))
        .contains(
            example.substring(example.indexOf("import"), example.indexOf("/** The durations")));
  }

  private List<String> rows(String heading) {
    int from = page.indexOf(heading + "\n");
    assertThat(from).as(heading).isNotNegative();
    int to = page.indexOf("\n## ", from);
    Matcher row = ROW.matcher(page.substring(from, to < 0 ? page.length() : to));
    return row.results().map(result -> result.group(1)).toList();
  }

  private static String read(String file) {
    try {
      return Files.readString(Path.of(file));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
