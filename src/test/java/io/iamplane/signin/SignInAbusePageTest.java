package io.iamplane.signin;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Each row of {@code docs/sign-in-abuse.md} names a test that exists, and the case that it tries.
 */
class SignInAbusePageTest {

  private static final Path PAGE = Path.of("docs/sign-in-abuse.md");
  private static final Path TESTS = Path.of("src/test/java/io/iamplane/signin");

  private static final Pattern ROW =
      Pattern.compile("\\| (.+) \\| (.+) \\| `([A-Za-z0-9]+)\\.([A-Za-z0-9]+)`(?: `(.+)`)? \\|");

  @Test
  void eachAttackHasItsTest() throws IOException {
    Map<String, String> sources = sources();
    List<String> rows =
        Files.readAllLines(PAGE).stream()
            .filter(line -> line.startsWith("|") && !line.startsWith("|---"))
            .filter(line -> !line.startsWith("| attack |"))
            .toList();
    assertThat(rows).hasSizeGreaterThanOrEqualTo(80).doesNotHaveDuplicates();
    for (String row : rows) {
      Matcher parts = ROW.matcher(row);
      assertThat(parts.matches()).as(row).isTrue();
      String source = sources.get(parts.group(3));
      assertThat(source).as(row).isNotNull();
      assertThat(method(source, parts.group(4))).as(row).isTrue();
      if (parts.group(5) != null) {
        assertThat(source).as(row).contains(parts.group(5));
      }
    }
  }

  /** Returns true if the annotations before a method, up to a blank line, make it a test. */
  private static boolean method(String source, String name) {
    int at = source.indexOf("\n  void " + name + "(");
    return at >= 0
        && Pattern.compile("@(Test|ParameterizedTest|RepeatedTest)\\b")
            .matcher(source.substring(source.lastIndexOf("\n\n", at), at))
            .find();
  }

  private static Map<String, String> sources() throws IOException {
    try (Stream<Path> files = Files.walk(TESTS)) {
      return files
          .filter(file -> file.toString().endsWith("Test.java"))
          .collect(
              Collectors.toMap(file -> file.getFileName().toString().replace(".java", ""), read()));
    }
  }

  private static Function<Path, String> read() {
    return file -> {
      try {
        return Files.readString(file);
      } catch (IOException e) {
        throw new AssertionError(e);
      }
    };
  }
}
