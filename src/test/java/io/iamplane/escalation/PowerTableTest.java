package io.iamplane.escalation;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.testing.PublishedOperations;
import io.iamplane.testing.PublishedOperations.Published;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Every writing operation is listed in {@code docs/power.md} with its effect on power. */
class PowerTableTest {

  private static final Pattern ROW =
      Pattern.compile(
          "\\| (POST|PUT|PATCH|DELETE) `([^`]+)` \\| (yes|no) \\| ([^|]+) \\|([^|]*)\\|([^|]*)\\|");
  private static final Pattern NAME = Pattern.compile("`([A-Za-z]+)`");
  private static final Set<String> WRITING = Set.of("POST", "PUT", "PATCH", "DELETE");

  private final List<Matcher> rows = rows();

  @Test
  void everyWritingOperationStandsInTheTableOnce() {
    assertThat(rows.stream().map(row -> row.group(1) + " " + row.group(2)))
        .containsExactlyInAnyOrderElementsOf(
            PublishedOperations.all().stream()
                .filter(each -> WRITING.contains(each.method()))
                .map(Published::toString)
                .toList());
  }

  @Test
  void whatGivesPowerHasAGuardAndATest() throws IOException {
    Set<String> main = classes("src/main/java");
    Set<String> test = classes("src/test/java");
    for (Matcher row : rows) {
      boolean gives = row.group(3).equals("yes");
      assertThat(names(row.group(5))).as(row.group()).isSubsetOf(main);
      assertThat(names(row.group(6))).as(row.group()).isSubsetOf(test);
      assertThat(names(row.group(5)).isEmpty()).as(row.group()).isEqualTo(!gives);
      assertThat(names(row.group(6)).isEmpty()).as(row.group()).isEqualTo(!gives);
    }
  }

  private static Set<String> names(String cell) {
    return NAME.matcher(cell).results().map(found -> found.group(1)).collect(Collectors.toSet());
  }

  private static Set<String> classes(String folder) throws IOException {
    try (Stream<Path> files = Files.walk(Path.of(folder))) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(file -> file.endsWith(".java"))
          .map(file -> file.replace(".java", ""))
          .collect(Collectors.toCollection(TreeSet::new));
    }
  }

  private static List<Matcher> rows() {
    try {
      return Files.readString(Path.of("docs/power.md"))
          .lines()
          .map(ROW::matcher)
          .filter(Matcher::matches)
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
