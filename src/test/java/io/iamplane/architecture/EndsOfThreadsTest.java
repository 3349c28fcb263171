package io.iamplane.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Threads must be released before a test waits for them. A resource is closed before the {@code
 * finally} of its own {@code try} runs (JLS 14.20.3.2), and an executor's {@code close} waits for
 * its threads without a limit: a failed test hung, since its threads waited for a latch that was
 * opened in {@code finally}. Threads that wait for the last line of the {@code try} are not found.
 */
class EndsOfThreadsTest {

  private static final Pattern EXECUTOR =
      Pattern.compile("try \\([^{]*Executors?\\.new[^{]*\\) \\{");

  private static final Pattern LETS_END =
      Pattern.compile(
          "^\\s*(catch \\([^)]*\\) \\{[^}]*\\}\\s*)*finally"
              + " \\{[^}]*(countDown\\(\\)|= true|= false|set\\((true|false)\\))");

  @Test
  void noExecutorIsClosedBeforeItsThreadsMayEnd() throws IOException {
    try (Stream<Path> files = Files.walk(Path.of("src"))) {
      assertThat(files.filter(each -> each.toString().endsWith(".java")))
          .allSatisfy(file -> assertThat(late(Files.readString(file))).as("%s", file).isEmpty());
    }
  }

  @Test
  void oneThatIsIsFound() {
    assertThat(
            late(
                """
                try (ExecutorService threads = %s) {
                  threads.execute(() -> { waitFor(end); });
                } finally {
                  end.countDown();
                }
                """
                    .formatted("Executors.newCachedThreadPool()")))
        .hasSize(1);
  }

  /** The ends of statements that close an executor first. */
  private static List<String> late(String source) {
    return EXECUTOR
        .matcher(source)
        .results()
        .map(begin -> source.substring(end(source, begin.end())))
        .filter(rest -> LETS_END.matcher(rest).find())
        .map(rest -> rest.lines().limit(3).toList().toString())
        .toList();
  }

  /** Behind the brace that closes the one before. */
  private static int end(String source, int begin) {
    Matcher braces = Pattern.compile("[{}]").matcher(source);
    int depth = 1;
    int at = begin;
    while (depth > 0 && braces.find(at)) {
      depth += braces.group().equals("{") ? 1 : -1;
      at = braces.end();
    }
    return at;
  }
}
